package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
}
