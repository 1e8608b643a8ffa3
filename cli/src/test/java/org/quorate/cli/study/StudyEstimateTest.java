package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;

/** What {@code estimate} makes of directories that studies left. */
final class StudyEstimateTest {
  private static final String STUDY =
      """
      title: Two levels
      backend: still
      workload: {properties: {recordcount: 100}}
      load: {threads: 2}
      links: {delay: lognormal 5ms 0.5}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      factors: {read-level: [ONE, ALL]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void eachCellIsEstimatedAtTheRatesThatItHad() throws IOException {
    Call call = estimate(STUDY);
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.words())
        .contains("ONE replicas 3 of each row, writes at ONE load 50 reads and 0 writes per second")
        .contains("ALL replicas 3 of each row, writes at ONE load 50 reads and 0 writes per second")
        .contains("keys 100 at first, drawn as by the study's workload")
        .contains("one way lognormal 5ms 0.5, as the study's links");
  }

  @Test
  void oneCellMayBeAskedWhatAnotherLoadWouldMakeOfIt() throws IOException {
    Call call = estimate(STUDY, "--only", "ONE", "--writes", "1000/s");
    assertThat(call.words())
        .contains("50 reads and 1,000 writes per second")
        .doesNotContain("0 writes per second ALL")
        .containsPattern("ONE \\d\\S* % .* ms .* ms 1 50");
  }

  @Test
  void aStudyWithoutDelaysIsRefusedUnlessOneIsGiven() throws IOException {
    String undelayed = STUDY.replace("links: {delay: lognormal 5ms 0.5}\n", "");
    assertThat(estimate(undelayed).status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(estimate(undelayed).error()).contains("give --delay or --round-trip");
  }

  private Call estimate(String text, String... options) throws IOException {
    Path file = folder.resolve("a.yaml");
    String results = folder.resolve("a" + text.hashCode()).toString();
    if (!Files.exists(Path.of(results))) {
      Files.writeString(file, text);
      Call run =
          Call.in(
              House.root(),
              StillBackend.of(1000).alone(),
              "study",
              "run",
              file.toString(),
              "--out",
              results);
      assertThat(run.status()).as(run.error()).isEqualTo(ExitStatus.OK);
    }
    return Call.of(
        Stream.concat(Stream.of("estimate", results), Stream.of(options)).toArray(String[]::new));
  }
}
