package org.quorate.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What {@code docs/packages.md} says that each library brings, and what its build found that it
 * brings. Stateless.
 */
public final class DocumentedLibraries {
  /**
   * A line of the list that each library's build leaves in its {@code target}, but for those of
   * what an application only has where it brings it itself.
   */
  private static final Pattern RESOLVED =
      Pattern.compile("(?m)^ +[\\w.]+:([\\w.-]+):jar:(?!.*\\(optional)");

  private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
  private static final String ROW = "| `";

  /** Before the first bar, three cells, and after the last bar. */
  private static final int COLUMNS = 5;

  private DocumentedLibraries() {}

  /**
   * The project's top folder.
   *
   * @throws IllegalStateException if the tests do not run inside of it
   */
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

  /**
   * The list that a library's build left, a line for each jar.
   *
   * @param module the library's folder
   * @throws IOException if there is none: {@code mvn process-classes} writes it
   */
  public static String list(Path module) throws IOException {
    return Files.readString(module.resolve("target/dependencies.txt"));
  }

  /** The names of the jars in a {@linkplain #list(Path) list}. */
  public static Set<String> brought(String list) {
    return names(RESOLVED, list);
  }

  /**
   * The names in the document's row about a library, but for the library's own. Where another
   * library is named that has a row, what stands there counts too.
   *
   * @throws IllegalArgumentException if the library has no row, or several
   */
  public static Set<String> written(String artifact) throws IOException {
    List<String> rows =
        Files.readAllLines(root().resolve("docs/packages.md")).stream()
            .filter(line -> line.startsWith(ROW) && line.split("\\|", -1).length == COLUMNS)
            .toList();
    return written(artifact, rows);
  }

  private static Set<String> written(String artifact, List<String> rows) {
    String start = ROW + artifact + "` |";
    List<String> own = rows.stream().filter(row -> row.startsWith(start)).toList();
    if (own.size() != 1) {
      throw new IllegalArgumentException(
          "docs/packages.md has " + own.size() + " rows about what " + artifact + " brings.");
    }
    Set<String> written = names(NAMED, own.get(0).substring(start.length()));
    for (String name : Set.copyOf(written)) {
      if (rows.stream().anyMatch(row -> row.startsWith(ROW + name + "` |"))) {
        written.addAll(written(name, rows));
      }
    }
    return written;
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).forEach(names::add);
    return names;
  }
}
