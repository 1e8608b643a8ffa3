package org.quorate.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file of raw data beside a report.
 *
 * @param path relative to the report, parts separated by slashes
 * @param bytes its size
 */
public record RawFile(String path, long bytes) {
  private static final int DEPTH = 4;
  private static final int MOST = 2000;

  /**
   * The files in the report's folder and below, by path; the report itself, hidden and unfinished
   * files are left out, and there are at most 2,000. A folder that cannot be read counts as empty.
   */
  public static List<RawFile> beside(Path report) {
    Path absolute = report.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null) {
      return List.of();
    }
    List<RawFile> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String relative = folder.relativize(file).toString().replace('\\', '/');
        boolean hidden = relative.startsWith(".") || relative.contains("/.");
        if (Files.isRegularFile(file)
            && !hidden
            && !file.equals(absolute)
            && !relative.endsWith(".part")) {
          found.add(new RawFile(relative, Files.size(file)));
          if (found.size() == MOST) {
            break;
          }
        }
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      return List.of();
    }
    return List.copyOf(found);
  }

  /** The address of the file relative to the report. */
  String link() {
    StringBuilder link = new StringBuilder();
    for (byte unit : path.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      char character = (char) (unit & 0xff);
      if (character < 128
          && (Character.isLetterOrDigit(character) || "-._~/".indexOf(character) >= 0)) {
        link.append(character);
      } else {
        link.append(String.format(java.util.Locale.ROOT, "%%%02X", unit & 0xff));
      }
    }
    return link.toString();
  }
}
