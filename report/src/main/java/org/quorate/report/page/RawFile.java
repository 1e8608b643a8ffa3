package org.quorate.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A file of raw data beside a report.
 *
 * @param path relative to the report, parts separated by slashes
 * @param bytes its size
 */
public record RawFile(String path, long bytes) {
  private static final String RUNS = "runs";
  private static final String SESSIONS = "sessions";
  private static final int DEPTH = 5;
  private static final int MOST = 3000;

  /**
   * The files in the report's folder and those of its runs and sessions, by path; hidden and
   * unfinished files and the report itself are left out, and there are at most 3,000. Empty where
   * the folder is not a study's, that is, where it has no folder of runs, or cannot be read.
   */
  public static List<RawFile> beside(Path report) {
    Path absolute = report.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || !Files.isDirectory(folder.resolve(RUNS))) {
      return List.of();
    }
    List<RawFile> found = new ArrayList<>();
    try (Stream<Path> top = Files.list(folder);
        Stream<Path> runs = Files.walk(folder.resolve(RUNS), DEPTH);
        Stream<Path> sessions =
            Files.isDirectory(folder.resolve(SESSIONS))
                ? Files.walk(folder.resolve(SESSIONS), DEPTH)
                : Stream.empty()) {
      List<Path> files =
          Stream.of(top.sorted(), runs.sorted(), sessions.sorted()).flatMap(each -> each).toList();
      for (Path file : files) {
        String relative = folder.relativize(file).toString().replace('\\', '/');
        if (found.size() < MOST
            && Files.isRegularFile(file)
            && !file.equals(absolute)
            && listed(relative)) {
          found.add(new RawFile(relative, Files.size(file)));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
    return List.copyOf(found);
  }

  private static boolean listed(String relative) {
    return !relative.startsWith(".") && !relative.contains("/.") && !relative.contains(".part");
  }

  /** The folder it is in, relative to the report; empty for the report's own. */
  String folder() {
    int end = path.lastIndexOf('/');
    return end < 0 ? "" : path.substring(0, end);
  }

  /** The name without the folder. */
  String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The address of the file relative to the report. */
  String link() {
    StringBuilder link = new StringBuilder();
    for (byte unit : path.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (unit & 0xff);
      if (character < 128
          && (Character.isLetterOrDigit(character) || "-._~/".indexOf(character) >= 0)) {
        link.append(character);
      } else {
        link.append(String.format(Locale.ROOT, "%%%02X", unit & 0xff));
      }
    }
    return link.toString();
  }
}
