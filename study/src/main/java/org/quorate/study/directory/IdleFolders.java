package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.quorate.study.StudyException;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.result.IdleResult;
import org.quorate.study.result.UnknownIdle;

/**
 * The folders of idle baselines, {@code idle/001} and so on: what meters said, and {@code
 * idle.json} with what it adds up to, without which a folder does not count, or {@code
 * unknown.json} with the reason why that is not known. Not thread-safe.
 */
public final class IdleFolders {
  private static final String RESULT = "idle.json";
  private static final String UNKNOWN = "unknown.json";

  private final Path folder;

  IdleFolders(Path folder) {
    this.folder = folder;
  }

  /** A number that no baseline has. */
  public int next() throws IOException {
    return list().stream()
            .mapToInt(path -> Integer.parseInt(path.getFileName().toString()))
            .max()
            .orElse(0)
        + 1;
  }

  /** A new, empty folder for a baseline that is about to be measured. */
  public Path begin(int number) throws IOException {
    Path path = of(number);
    Trees.delete(path);
    return Files.createDirectories(path);
  }

  /** Keeps a baseline, in place of what was kept of it before. */
  public void write(IdleResult result) throws IOException {
    Json.write(of(result.number()).resolve(RESULT), result);
  }

  /** Keeps why a baseline is not known. */
  public void write(UnknownIdle unknown) throws IOException {
    Json.write(of(unknown.number()).resolve(UNKNOWN), unknown);
  }

  /** Every baseline, in the order of measuring. */
  public List<IdleResult> results() throws StudyException {
    return read(RESULT, IdleResult.class);
  }

  /** Those that are not known, in the same order. */
  public List<UnknownIdle> unknown() throws StudyException {
    return read(UNKNOWN, UnknownIdle.class);
  }

  private <T> List<T> read(String name, Class<T> type) throws StudyException {
    List<T> results = new ArrayList<>();
    try {
      for (Path path : list()) {
        if (Files.exists(path.resolve(name))) {
          results.add(Json.read(path.resolve(name), type));
        }
      }
    } catch (IOException e) {
      throw new StudyException(
          "The idle baselines in "
              + folder
              + " cannot be read ("
              + FileProblems.reason(e)
              + "); move the folder away to go without.",
          e);
    }
    return results;
  }

  private Path of(int number) {
    return folder.resolve(String.format(Locale.ROOT, "%03d", number));
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
