package org.quorate.power.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the kernel's small files are read; replaced where a test wants one that may not be read.
 * Thread-safe.
 */
@FunctionalInterface
interface Attributes {
  /**
   * The text of a file, without the space around it.
   *
   * @throws AccessDeniedException when this user may not read it
   * @throws IOException when it cannot be read
   */
  String read(Path file) throws IOException;

  /** The real ones. */
  static Attributes ofKernel() {
    return file -> Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }

  /** The text of a file, or nothing where it is not there or cannot be read. */
  default Optional<String> optional(Path file) {
    try {
      return Optional.of(read(file)).filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What is in a folder, by name; empty where there is no such folder. */
  static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
