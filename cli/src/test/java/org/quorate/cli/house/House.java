package org.quorate.cli.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where this project's files are while its tests run. */
public final class House {
  private House() {}

  /** The project's top folder. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("quorate"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("The tests do not run inside the project's folder.");
    }
    return folder;
  }

  /** The folders of all modules. */
  public static List<Path> modules() {
    try (Stream<Path> folders = Files.list(root())) {
      return folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
