package org.quorate.cli.house;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents say of themselves and of the house. */
final class DocumentsTest {
  private static final int SCREENS = 2;
  private static final int LINES = 60;
  private static final int COLUMNS = 120;

  /** The drawing that follows a heading. */
  private static final Pattern TREE =
      Pattern.compile("## Where things live\\n+```\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern FOLDER = Pattern.compile("^[ ├└│─]*([a-z-]+) ", Pattern.MULTILINE);

  private static final Pattern SOMETHING_NEW =
      Pattern.compile("## Something new\\n(.*?)\\n## ", Pattern.DOTALL);

  /** A class, with its package or a method of it where they are said. */
  private static final Pattern NAMED =
      Pattern.compile("`(?:(org(?:\\.[a-z]+)+)\\.)?([A-Z]\\w+)(?:\\.([a-z]\\w+))?`");

  /** As the README says: the reference is behind them. */
  @ParameterizedTest
  @ValueSource(strings = {"applications", "operators", "researchers"})
  void thePageForOneKindOfReaderFitsOnTwoScreens(String readers) throws IOException {
    Path page = House.root().resolve("docs/for-" + readers + ".md");
    int lines = 0;
    for (String line : Files.readAllLines(page)) {
      lines += Math.max(1, (line.length() + COLUMNS - 1) / COLUMNS);
    }
    assertThat(lines).isBetween(1, SCREENS * LINES);
  }

  @Test
  void theTreeOfContributingHasEveryModuleAndNoFolderThatThereIsNot() throws IOException {
    Matcher tree = TREE.matcher(Files.readString(House.root().resolve("CONTRIBUTING.md")));
    assertThat(tree.find()).isTrue();
    List<String> folders =
        FOLDER.matcher(tree.group(1)).results().map(found -> found.group(1)).toList();
    assertThat(folders)
        .containsAll(
            House.modules().stream().map(module -> module.getFileName().toString()).toList())
        .doesNotHaveDuplicates()
        .allSatisfy(folder -> assertThat(House.root().resolve(folder)).isDirectory());
  }

  /** Otherwise whoever follows it would look for what was moved, and trust a test that is gone. */
  @Test
  void whatContributingNamesForSomethingNewIsWhereItSays() throws IOException {
    Matcher section =
        SOMETHING_NEW.matcher(Files.readString(House.root().resolve("CONTRIBUTING.md")));
    assertThat(section.find()).isTrue();
    Map<String, Path> sources = sources();
    List<MatchResult> named = NAMED.matcher(section.group(1)).results().toList();
    assertThat(named).hasSizeGreaterThan(50);
    for (MatchResult each : named) {
      Path source = requireNonNull(sources.get(each.group(2) + ".java"), each.group());
      String code = Files.readString(source);
      if (each.group(1) != null) {
        assertThat(code).as(each.group()).contains("package " + each.group(1) + ";");
      }
      if (each.group(3) != null) {
        assertThat(code).as(each.group()).containsPattern("\\b" + each.group(3) + "\\(");
      }
    }
  }

  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new HashMap<>();
    for (Path module : House.modules()) {
      if (Files.isDirectory(module.resolve("src"))) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .forEach(file -> sources.put(file.getFileName().toString(), file));
        }
      }
    }
    return sources;
  }
}
