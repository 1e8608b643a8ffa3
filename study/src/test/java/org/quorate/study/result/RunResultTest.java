package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.io.Json;
import org.quorate.study.testing.Results;

final class RunResultTest {
  @Test
  void whatIsNotKnownIsNotKnownAfterReadingEither(@TempDir Path folder) throws Exception {
    RunResult run = Results.run(1, 1, Map.of("read-level", "ONE"), 1000);
    RunResult died =
        Results.on(
            Results.of(run, run.operations(), List.of(new NodeResult("n1", null, Map.of(), false))),
            new MachineResult(2, 0.5, 0.1, null, 0));

    Json.write(folder.resolve("run.json"), died);

    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(died);
  }

  @Test
  void aCounterOfSeveralServersIsKnownOnlyWhereEachOfThemTellsIt() {
    RunResult run = Results.run(1, 1, Map.of(), 1000);
    RunResult told =
        Results.of(
            run,
            run.operations(),
            List.of(
                new NodeResult("a", 1.0, Map.of(Counter.COORDINATED, 3L, Counter.HINTS, 1L), true),
                new NodeResult("b", 1.0, Map.of(Counter.COORDINATED, 5L), true)));

    assertThat(told.total(Counter.COORDINATED)).isEqualTo(8);
    assertThat(told.total(Counter.COORDINATED, "b"::equals)).isEqualTo(5);
    assertThat(told.total(Counter.HINTS)).isNull();
    assertThat(told.total(Counter.HINTS, "a"::equals)).isEqualTo(1);
    assertThat(told.total(Counter.COORDINATED, "c"::equals)).isNull();
  }

  @Test
  void whatAMonitorSawAndSecondReadsFoundIsRead(@TempDir Path folder) throws Exception {
    Map<String, Double> rates = Map.of("harmony", 1.25, "random-read", 0.01);
    Map<String, EstimateBounds> bounds = Map.of("random-read", new EstimateBounds(0.008, 0.015));
    RunResult watched =
        Results.watched(
            Results.run(1, 1, Map.of("policy", "harmony 20%"), 1000),
            new MonitorResult(
                "system_views",
                "network",
                "half a round trip",
                rates,
                rates,
                Map.of("ALL", 1.0),
                Map.of(MonitorResult.PAIRED, 4L),
                List.of(
                    new DecisionPoint(
                        0.5, 10, 20, 0.004, rates, rates, bounds, bounds, "ALL", "So."),
                    withoutBounds(Map.of()))),
            new SecondReadResult("ALL", 1000, 12));

    Json.write(folder.resolve("run.json"), watched);

    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(watched);
    assertThat(new SecondReadResult("ALL", 1000, 12).staleRate()).isEqualTo(0.012);
    assertThat(new SecondReadResult("ALL", 0, 0).staleRate()).isZero();
  }

  @Test
  void faultsAreReadAndOutliveEveryOtherChange(@TempDir Path folder) throws Exception {
    List<FaultResult> faults =
        List.of(
            new FaultResult("kill", "node3", 20, 20.001, 20.03),
            new FaultResult("start", "node3", 80, 80.002, 91.5));
    RunResult run = Results.run(1, 1, Map.of("policy", "ONE"), 1000).withFaults(faults);

    Json.write(folder.resolve("run.json"), run);

    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(run);
    assertThat(
            run.withEnergy(null)
                .with(
                    draft -> {
                      draft.deferral = null;
                      draft.phases = List.of();
                      draft.offload = null;
                    })
                .faults())
        .isEqualTo(faults)
        .extracting(FaultResult::text)
        .containsExactly("kill node3", "start node3");
  }

  @Test
  void whatBecameOfDeferredWritesIsRead(@TempDir Path folder) throws Exception {
    RunResult deferred = Results.deferred(Results.run(1, 1, Map.of("threads", "16"), 1000));

    Json.write(folder.resolve("run.json"), deferred);

    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(deferred);
    assertThat(deferred.withEnergy(null).deferral()).isEqualTo(deferred.deferral());
  }

  @Test
  void aWriteThatIsLostAfterItsAcceptanceHasFailed() {
    RunResult run = Results.run(1, 1, Map.of("threads", "16"), 1000);
    RunResult deferred = Results.deferred(run);

    assertThat(deferred.succeeded()).isEqualTo(run.succeeded() - 1);
    assertThat(deferred.failed()).isEqualTo(run.failed() + 1);
    assertThat(deferred.countedOperations()).isEqualTo(149);
    assertThat(deferred.operations()).as("what callers were told").isEqualTo(run.operations());
  }

  @Test
  void thePartThatCountsLacksWhatWasLost() {
    RunResult run =
        Results.over(
            Results.run(1, 1, Map.of(), 75),
            List.of(new TimePoint(0, 75, 2, 0, 0, 9), new TimePoint(1, 75, 0, 0, 0, 9)));

    assertThat(run.countedFrom(1).countedOperations()).isEqualTo(75);
    assertThat(Results.deferred(run).countedFrom(1).countedOperations()).isEqualTo(74);
    assertThat(Results.deferred(run).countedFrom(1).achievedPerSecond()).isEqualTo(74);
  }

  @Test
  void resultsOfEarlierVersionsAreRead(@TempDir Path folder) throws Exception {
    RunResult run = Results.run(1, 1, Map.of("read-level", "ONE"), 1000);
    Json.write(folder.resolve("run.json"), run);
    String text = Files.readString(folder.resolve("run.json"));
    String earlier = text.replaceAll(",\\s*\"(monitor|secondReads|deferral)\"\\s*:\\s*null", "");
    Files.writeString(folder.resolve("run.json"), earlier);

    assertThat(earlier).isNotEqualTo(text).doesNotContain("monitor").doesNotContain("secondReads");
    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(run);
  }

  @Test
  void decisionsOfAnEarlierVersionHaveNoBounds(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("point.json");
    DecisionPoint point = withoutBounds(Map.of("pbs", 0.01));
    String text = Json.text(point);
    String earlier = text.replaceAll("\\s*\"boundsAt[A-Za-z]+\"\\s*:\\s*\\{\\s*},", "");
    Files.writeString(file, earlier);

    assertThat(text).contains("boundsAtOne", "boundsAtLevel");
    assertThat(earlier).doesNotContain("bounds").contains("estimatesAtLevel");
    assertThat(Json.read(file, DecisionPoint.class)).isEqualTo(point);
  }

  private static DecisionPoint withoutBounds(Map<String, Double> rates) {
    return new DecisionPoint(1, 10, 20, Double.NaN, rates, rates, Map.of(), Map.of(), "ALL", "So.");
  }

  /** Runs of before replica reads were counted by who sends them, as a resumed study has. */
  @Test
  void countsByNameThatAnEarlierVersionDidNotTakeAreNone(@TempDir Path folder) throws Exception {
    RunResult run =
        Results.watched(
            Results.run(1, 1, Map.of("policy", "quorate 1%"), 1000), Results.added(Map.of()), null);
    Json.write(folder.resolve("run.json"), run);
    String text = Files.readString(folder.resolve("run.json"));
    String earlier = text.replaceAll("\\s*\"addedReplicaReads\"\\s*:\\s*\\{\\s*},", "");
    Files.writeString(folder.resolve("run.json"), earlier);

    assertThat(earlier).isNotEqualTo(text);
    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(run);
  }
}
