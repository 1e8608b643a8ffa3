package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.quorate.study.io.Json;

/**
 * Folders with numbers for names, {@code 001} and so on, in a folder that may not exist yet.
 * Immutable.
 */
record NumberedFolders(Path folder) {
  /** A number that none of them has. */
  int next() throws IOException {
    return list().stream()
            .mapToInt(path -> Integer.parseInt(path.getFileName().toString()))
            .max()
            .orElse(0)
        + 1;
  }

  /** The folder of a number, which may not exist. */
  Path of(int number) {
    return folder.resolve(String.format(Locale.ROOT, "%03d", number));
  }

  /** What those that have a file of this name say in it, in their order. */
  <T> List<T> read(String name, Class<T> type) throws IOException {
    List<T> results = new ArrayList<>();
    for (Path path : list()) {
      if (Files.exists(path.resolve(name))) {
        results.add(Json.read(path.resolve(name), type));
      }
    }
    return results;
  }

  private List<Path> list() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(folder)) {
      return paths
          .filter(path -> path.getFileName().toString().matches("\\d{3,9}"))
          .sorted()
          .toList();
    }
  }
}
