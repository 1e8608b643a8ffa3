package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code in the documents is cut from the examples, which the build compiles. */
final class DocumentSamplesTest {
  private static final Pattern SAMPLE =
      Pattern.compile("```(java|hocon|properties)\\n(.*?)```", Pattern.DOTALL);
  private static final Map<String, String> ENDINGS =
      Map.of("java", ".java", "hocon", ".conf", "properties", ".properties");

  @ParameterizedTest
  @MethodSource("documents")
  void everySampleStandsInAnExample(Path document) {
    Matcher samples = SAMPLE.matcher(text(document));
    while (samples.find()) {
      String sample = bare(samples.group(2));
      assertThat(examples(ENDINGS.get(samples.group(1))))
          .as("the sample of %s that begins with %s", document.getFileName(), samples.group(2))
          .anyMatch(example -> bare(example).contains(sample));
    }
  }

  static List<Path> documents() {
    List<Path> documents = new ArrayList<>(files(House.root().resolve("docs"), ".md"));
    documents.add(House.root().resolve("README.md"));
    return documents;
  }

  private static List<String> examples(String ending) {
    return files(House.root().resolve("examples"), ending).stream()
        .filter(file -> !file.toString().contains("target"))
        .map(DocumentSamplesTest::text)
        .toList();
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without indentation and line ends, which differ where a method is cut out of its class. */
  private static String bare(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }
}
