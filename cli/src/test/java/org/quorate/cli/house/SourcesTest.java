package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How the source files of all modules are cut. */
final class SourcesTest {
  private static final int LONG = 300;
  private static final int TOO_LONG = 400;

  /** Names of what is the same of two things, such as why a request failed of two clients. */
  private static final Set<String> ALIKE =
      Set.of(
          "FailureKind.java",
          "JavaOptions.java",
          "KnownMetric.java",
          "PropertyReader.java",
          "ReadBack.java",
          "StartFailure.java",
          "package-info.java");

  @Test
  void noFileOfMainCodeIsTooLongAndFewAreLong() {
    Map<String, Long> lines = new TreeMap<>();
    mainSources().forEach(file -> lines.put(file.getFileName().toString(), count(file)));
    assertThat(lines)
        .isNotEmpty()
        .allSatisfy((file, count) -> assertThat(count).isLessThanOrEqualTo(TOO_LONG));
    List<String> long_ =
        lines.entrySet().stream()
            .filter(entry -> entry.getValue() > LONG)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(long_).hasSizeLessThanOrEqualTo(Math.max(1, lines.size() / 20));
  }

  @Test
  void everyPackageSaysWhatLivesInIt() {
    List<Path> silent =
        mainSources()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .toList();
    assertThat(silent).isEmpty();
  }

  @Test
  void aNameMeansOneThing() {
    Map<String, Long> uses =
        mainSources()
            .map(file -> file.getFileName().toString())
            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    uses.values().removeIf(count -> count == 1);
    assertThat(uses.keySet()).isEqualTo(ALIKE);
  }

  private static Stream<Path> mainSources() {
    return House.modules().stream()
        .map(module -> module.resolve("src/main/java"))
        .filter(Files::isDirectory)
        .flatMap(SourcesTest::javaFiles);
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long count(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
