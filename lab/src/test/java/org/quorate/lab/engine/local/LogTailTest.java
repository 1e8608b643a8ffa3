package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  private final Path directory;

  LogTailTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void theLastLinesComeOldestFirst() throws Exception {
    Path file = Files.writeString(directory.resolve("log"), "a\nb\nc\n");
    assertThat(LogTail.of(file, 2)).containsExactly("b", "c");
    assertThat(LogTail.of(file, 9)).containsExactly("a", "b", "c");
    assertThat(LogTail.of(file, 0)).isEmpty();
    assertThat(LogTail.of(directory.resolve("none"), 2)).isEmpty();
  }

  @Test
  void onlyTheEndOfALargeFileIsReadAndNoLineIsCut() throws Exception {
    String text =
        IntStream.range(0, 20_000)
            .mapToObj("line %05d"::formatted)
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(directory.resolve("log"), text);
    assertThat(LogTail.of(file, 100_000))
        .hasSizeLessThan(20_000)
        .endsWith("line 19999")
        .allMatch(line -> line.length() == 10);
  }
}
