package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;

/** What {@code study predict} says of a study whose backend does the same whatever it is asked. */
final class PredictStudyTest {
  private static final String CLIENTS =
      """
      title: More clients
      backend: still
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      cluster: {processor-quota: 0.5}
      power: {idle: 0s}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      factors: {threads: [1, 2, 4, 8, 16, 32]}
      """;

  /** At ONE it is twice as fast as at any other level, which no other level shows. */
  private static final String LEVELS =
      CLIENTS.replace(
          "{threads: [1, 2, 4, 8, 16, 32]}",
          "{threads: [1, 2, 4], read-level: [ONE, QUORUM, ALL]}");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void cellsThatAreAsTheOthersSayKeepTheBars() throws Exception {
    run(CLIENTS);
    Call predict = predict("--hold-out", "threads=32");

    assertThat(predict.status()).as(predict.output() + predict.error()).isEqualTo(ExitStatus.OK);
    assertThat(predict.output())
        .contains("Held-out cells, predicted from the others")
        .containsPattern("held out +threads=32: 1 cell")
        .containsPattern("fitted to +5 cells")
        .contains("Time of 1,000 operations, s")
        .contains("Energy per operation, mJ, estimated")
        .containsPattern("straight line +")
        .containsPattern("nearest fitted cell +");
    assertThat(words(predict.output()))
        .contains("Time: the mean error is")
        .contains("which keeps the bar of 10 %; ")
        .contains("of too few cells for the bar of 80 to 100 % of at least 20.")
        .contains("The joules are estimates of a power model");
    assertThat(predict.output().lines().filter(line -> !line.contains(folder.toString())))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void predictionsAndWhatWasMeasuredAreLeftAsTables() throws Exception {
    run(CLIENTS);
    predict("--hold-out", "threads=32", "--out", folder.resolve("elsewhere").toString());

    assertThat(Files.readString(folder.resolve("elsewhere/predictions.csv")))
        .startsWith("cell,threads,clients,hosts,")
        .contains(",predicted_seconds_per_operation_low,")
        .contains("\n32 threads,32,32,")
        .doesNotContain("measured");
    assertThat(Files.readString(folder.resolve("elsewhere/held-out.csv")))
        .contains(",measured_seconds_per_operation,time_error,time_covered,")
        .contains(",nearest_cell_time_error,");
    predict("--hold-out", "threads=16");
    assertThat(folder.resolve("results/prediction/held-out.csv")).exists();
  }

  @Test
  void whatTheOthersDoNotShowIsToldAsAFailure() throws Exception {
    run(LEVELS);
    Call predict = predict("--hold-out", "read-level=ONE");

    assertThat(predict.status()).as(predict.error()).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(words(predict.output())).contains("which breaks the bar of 10 %");
  }

  @Test
  void theVerdictIsThereAsJson() throws Exception {
    run(CLIENTS);
    JsonNode json =
        JsonMapper.builder()
            .build()
            .readTree(predict("--hold-out", "threads=32", "--json").output());

    assertThat(json.at("/predictions/cells")).hasSize(1);
    assertThat(json.at("/predictions/confidence").asDouble()).isEqualTo(0.9);
    assertThat(json.at("/time/meanError").asDouble()).isBetween(0.0, 0.1);
    assertThat(json.at("/otherTimes/NEAREST_CELL/cells").asInt()).isEqualTo(1);
  }

  @Test
  void whatCannotBePredictedIsRefusedInOneSentence() throws Exception {
    run(CLIENTS);

    assertThat(predict("--hold-out", "nodes=6").status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(words(predict("--hold-out", "nodes=6").error()))
        .contains("The study has no factor \"nodes\" to hold a level out of; it has: threads.");
    Call few =
        predict("--hold-out", "threads=32", "--hold-out", "threads=16", "--hold-out", "threads=8");
    assertThat(few.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(words(few.error())).contains("Only 3 cells are left to fit to");
  }

  private void run(String text) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    Call run =
        Call.in(
            House.root(),
            StillBackend.of(1000).drawing(100, 0.25).alone(),
            "study",
            "run",
            file.toString(),
            "--out",
            folder.resolve("results").toString());
    assertThat(run.status()).as(run.error()).isEqualTo(ExitStatus.OK);
  }

  private Call predict(String... arguments) {
    return Call.in(
        House.root(),
        StillBackend.of(1).alone(),
        Stream.concat(
                Stream.of("study", "predict", folder.resolve("results").toString()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
