package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application gets what the document says with a library, and not one jar more. */
final class LibraryDependenciesTest {
  /** A line of the list that each library's build leaves in its {@code target}. */
  private static final Pattern RESOLVED = Pattern.compile("(?m)^ +[\\w.]+:([\\w.-]+):jar:");

  private static final Pattern NAMED = Pattern.compile("`([^`]+)`");

  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "hbase"})
  void aLibraryBringsWhatIsWritten(String library) throws IOException {
    assertThat(brought(library)).isNotEmpty().isEqualTo(written(library));
  }

  /** An application whose log speaks the clients' 1.7 would hear of nothing by 2.0. */
  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "hbase"})
  void aLibraryLogsByTheVersionOfItsClient(String library) throws IOException {
    assertThat(list(library)).contains(" org.slf4j:slf4j-api:jar:1.7.");
  }

  private static Set<String> brought(String library) throws IOException {
    return names(RESOLVED, list(library));
  }

  private static String list(String library) throws IOException {
    Path list = House.root().resolve(library).resolve("target/dependencies.txt");
    assertThat(list).as("mvn process-classes -pl cassandra,hbase -am writes it").isRegularFile();
    return Files.readString(list);
  }

  /** The names in the document's row about the library, but for the library's own. */
  private static Set<String> written(String library) throws IOException {
    String start = "| `quorate-" + library + "` |";
    List<String> rows =
        Files.readAllLines(House.root().resolve("docs/packages.md")).stream()
            .filter(line -> line.startsWith(start))
            .toList();
    assertThat(rows).hasSize(1);
    return names(NAMED, rows.get(0).substring(start.length()));
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).forEach(names::add);
    return names;
  }
}
