package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.study.finding.Finding;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.testing.Results;

/** Servers that rested, and what their hosts would have taken asleep. */
final class CellOffloadTest {
  private static final Map<String, String> STOP = Map.of("offload", "stop");
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  @Test
  void onlyWholeSecondsOfHostsAllOfWhoseServersRestedAreReckonedWithAsleep() {
    RunResult run = run(1, 60);

    assertThat(joules(run)).as("nothing rested").isEqualTo(2 * 6 * 60);
    assertThat(joules(Results.rested(run, "n2", 1.5, 4.5, 0)))
        .as("seconds 2 and 3 of the second host at 10 W")
        .isCloseTo(2 * 6 * 60 - 2 * 50, within(1e-9));
    assertThat(joules(Results.rested(run, "n2", 1, 4, 0)))
        .isCloseTo(2 * 6 * 60 - 3 * 50, within(1e-9));
    assertThat(joules(Results.rested(run, "n3", 0, 6, 0)))
        .as("another server is on no host of these")
        .isEqualTo(2 * 6 * 60);
    assertThat(Measure.ENERGY.of(Results.rested(run, "n2", 1, 4, 0)))
        .as("what was drawn stays what it is")
        .isEqualTo(2 * 6 * 60.0);
  }

  @Test
  void eachRestCostsWhatSwitchingOffAndOnAgainTakesMoreThanSleeping() {
    RunResult run = run(1, 60);

    assertThat(joules(switching(Results.rested(run, "n2", 1, 4, 0), 9_000, 1)))
        .as("100 s of switching at 90 W, not at 10 W: far more than three seconds save")
        .isCloseTo(2 * 6 * 60 - 3 * 50 + 8_000, within(1e-9));
    assertThat(joules(switching(Results.rested(run, "n2", 1, 4, 0), 9_000, 100)))
        .as("of a day of which each second stands for a hundred")
        .isCloseTo(2 * 6 * 60 - 3 * 50 + 80, within(1e-9));
    assertThat(joules(switching(Results.rested(run, "n2", 1.5, 2.25, 0), 9_000, 1)))
        .as("a rest of no whole second is none")
        .isEqualTo(2 * 6 * 60);
    RunResult twice =
        Results.rested(run, "n2", 0, 2, 0)
            .with(
                draft -> {
                  OffloadResult known = Objects.requireNonNull(draft.offload);
                  draft.offload =
                      new OffloadResult(
                          known.rest(),
                          known.capacityPerSecond(),
                          known.choices(),
                          List.of(
                              new OffloadResult.Rest("n2", 0, 2, true),
                              new OffloadResult.Rest("n2", 4, 6, true)),
                          known.moves(),
                          known.failedMoves(),
                          known.standby(),
                          known.readBack(),
                          known.wakes(),
                          1);
                });
    assertThat(joules(switching(twice, 9_000, 100)))
        .isCloseTo(2 * 6 * 60 - 4 * 50 + 2 * 80, within(1e-9));
  }

  private static RunResult switching(RunResult run, double joules, double timeScale) {
    OffloadResult known = Objects.requireNonNull(run.offload());
    return run.with(
        draft ->
            draft.offload =
                new OffloadResult(
                    known.rest(),
                    known.capacityPerSecond(),
                    known.choices(),
                    known.rests(),
                    known.moves(),
                    known.failedMoves(),
                    new OffloadResult.Standby(10, 100, joules, 60, "A paper."),
                    known.readBack(),
                    known.wakes(),
                    timeScale));
  }

  @Test
  void aHostWithAnotherServerThatIsAwakeDoesNotSleep() {
    RunResult run =
        Results.run(1, 1, STOP, 100).withEnergy(energy(host("h1", List.of("n1", "n2"), 60)));

    assertThat(joules(Results.rested(run, "n2", 0, 6, 0))).isEqualTo(6 * 60);
  }

  @Test
  void aHostThatRestsByItselfSleepsWhereverItsServersAre() {
    RunResult run = Results.run(1, 1, STOP, 100).withEnergy(twoHosts(60));

    assertThat(joules(Results.rested(run, "h2", 0, 4, 0))).isEqualTo(2 * 6 * 60 - 4 * 50);
  }

  @Test
  void whereTheFirstSecondsAreLeftOutTheRestsKeepTheirPlace() {
    RunResult run = Results.lasting(Results.run(1, 1, STOP, 100), 6).withEnergy(twoHosts(60));
    RunResult rested = Results.rested(run, "n2", 1, 4, 0).countedFrom(2);

    assertThat(joules(rested))
        .as("of seconds 2 to 5 two were asleep")
        .isCloseTo(2 * 4 * 60 - 2 * 50, within(1e-9));
  }

  @Test
  void withoutASourceNothingIsAssumed() {
    RunResult run = Results.rested(run(1, 60), "n2", 1, 4, 0);
    OffloadResult known = Objects.requireNonNull(run.offload());
    RunResult unknown =
        run.with(
            draft ->
                draft.offload =
                    new OffloadResult(
                        known.rest(),
                        known.capacityPerSecond(),
                        known.choices(),
                        known.rests(),
                        known.moves(),
                        known.failedMoves(),
                        null,
                        known.readBack(),
                        known.wakes(),
                        1));

    assertThat(joules(unknown)).isNull();
    assertThat(joules(run(1, 60).with(draft -> draft.offload = null))).isNull();
    assertThat(joules(Results.rested(Results.run(1, 1, STOP, 100), "n2", 0, 1, 0))).isNull();
    assertThat(Measure.RESTED_TIME.of(unknown)).isEqualTo(3.0);
    assertThat(Measure.RESTED_TIME.of(run.with(draft -> draft.offload = null))).isNull();
  }

  @Test
  void howLongARestMustBeToPayForItsTransitions() {
    assertThat(new OffloadResult.Standby(10, 100, 9000, 60, "").breakEvenSeconds())
        .as("160 s idle take 9,600 J; 100 s of transitions and 60 s asleep as much")
        .isCloseTo(160, within(1e-9));
    assertThat(new OffloadResult.Standby(10, 100, 0, 60, "").breakEvenSeconds())
        .as("no rest is shorter than its transitions")
        .isEqualTo(100);
    assertThat(new OffloadResult.Standby(60, 1, 1, 60, "").breakEvenSeconds()).isInfinite();
  }

  @Test
  void theRunsOfACellAreAddedUp() {
    CellTally tally = new CellTally(new Cell(STOP));
    tally.add(Results.rested(run(1, 60), "n2", 1, 4, 0), Map.of());
    tally.add(Results.rested(run(2, 60), "n2", 1, 6, 2), Map.of());
    CellOffload offload = Objects.requireNonNull(tally.summary().offload());

    assertThat(offload.rest()).isEqualTo("stop");
    assertThat(offload.restedSeconds().mean()).isEqualTo(4);
    assertThat(offload.restedByNode()).isEqualTo(Map.of("n2", 4.0));
    assertThat(offload.moves()).isEqualTo(8);
    assertThat(offload.failedMoves()).isEqualTo(2);
    assertThat(offload.readBack().writes()).isEqualTo(100);
    assertThat(offload.readBack().rows()).isEqualTo(80);
    assertThat(offload.readBack().lost()).isEqualTo(2);
    assertThat(offload.readBack().examples()).hasSize(1);
    assertThat(Objects.requireNonNull(offload.joules()).mean()).isEqualTo(720);
    assertThat(Objects.requireNonNull(offload.joulesIfAsleep()).mean())
        .isCloseTo(720 - 4 * 50, within(1e-9));
  }

  @Test
  void aLostWriteIsAFindingThatDoesNotHold() {
    assertThat(LostWrites.finding(List.of(readBack(1, 0, 50, 40))))
        .contains(
            new Finding(
                "no row behind its newest acknowledged write",
                Finding.Outcome.DOES_NOT_HOLD,
                "acknowledged writes were lost: of 40 rows that were read back, 1 did not have"
                    + " their newest"));
  }

  @Test
  void thatNothingWasLostIsSaidOnlyOfWhatWasLookedAt() {
    assertThat(LostWrites.finding(List.of(readBack(0, 0, 50, 40), readBack(0, 0, 5, 4))))
        .contains(
            new Finding(
                "no row behind its newest acknowledged write",
                Finding.Outcome.HOLDS,
                "none of 44 that were read back"));
    assertThat(LostWrites.finding(List.of(readBack(0, 3, 50, 40))))
        .contains(
            new Finding(
                "no row behind its newest acknowledged write",
                Finding.Outcome.UNDECIDED,
                "none of 40 that were read back, but at least 3 writes were to rows that were not"
                    + " looked at"));
    assertThat(LostWrites.finding(List.of(readBack(0, 0, 50, 0))))
        .map(Finding::outcome)
        .contains(Finding.Outcome.UNDECIDED);
    assertThat(LostWrites.finding(List.of(readBack(0, 0, 0, 0)))).isEmpty();
    assertThat(LostWrites.finding(List.of())).isEmpty();
  }

  private static CellSummary readBack(long lost, long unread, long writes, long rows) {
    CellTally tally = new CellTally(new Cell(STOP));
    tally.add(
        Results.rested(
            run(1, 60), "n2", 1, 4, new ReadBackResult(writes, rows, lost, unread, List.of())),
        Map.of());
    return tally.summary();
  }

  @Test
  void aCellWithoutOffLoadingHasNone() {
    CellTally tally = new CellTally(new Cell(STOP));
    tally.add(Results.run(1, 1, STOP, 100), Map.of());

    assertThat(tally.summary().offload()).isNull();
    assertThat(tally.summary().phases()).isEmpty();
  }

  @Test
  void stepsOfTheLoadAreMergedOverRuns() {
    CellTally tally = new CellTally(new Cell(STOP));
    for (int repetition = 1; repetition <= 2; repetition++) {
      tally.add(
          run(repetition, 60)
              .with(
                  draft ->
                      draft.phases =
                          List.of(
                              new PhaseResult("9/s", 0, 2.5, 1, Map.of("READ", count(3))),
                              new PhaseResult("90/s", 2.5, 6, 0, Map.of("READ", count(30))))),
          Map.of(
              LatencyLog.phase(1, "READ"), histogram(3, 1_000_000L * repetition),
              LatencyLog.phase(2, "READ"), histogram(30, 5_000_000L * repetition)));
    }
    List<CellPhase> phases = tally.summary().phases();

    assertThat(phases).hasSize(2);
    assertThat(phases.get(0).number()).isEqualTo(1);
    assertThat(phases.get(0).arrivals()).isEqualTo("9/s");
    assertThat(phases.get(0).ok()).isEqualTo(6);
    assertThat(phases.get(0).failed()).isEqualTo(2);
    assertThat(phases.get(1).from()).isEqualTo(2.5);
    assertThat(phases.get(1).response().get("READ").count()).isEqualTo(60);
    assertThat(phases.get(1).response().get("READ").max()).isBetween(10_000_000L, 10_010_000L);
    assertThat(Objects.requireNonNull(phases.get(1).watts()).mean())
        .as("both hosts")
        .isEqualTo(120);
  }

  @Test
  void sentencesNameRestingServers() {
    assertThat(Phrases.thing(Map.of("offload", "none"))).isEqualTo("no resting servers");
    assertThat(Phrases.thing(Map.of("offload", "idle"))).isEqualTo("idle servers");
    assertThat(Phrases.thing(Map.of("offload", "consolidate"))).isEqualTo("consolidated servers");
    assertThat(Phrases.at(STOP)).isEqualTo("with stopped servers");
    assertThat(Phrases.isPlural(STOP)).isTrue();
  }

  private static @Nullable Double joules(RunResult run) {
    return Measure.ENERGY_IF_ASLEEP.of(run);
  }

  /** Six seconds of two hosts with a server each; nothing rested. */
  private static RunResult run(int repetition, double watts) {
    return Results.rested(
        Results.run(repetition, repetition, STOP, 100).withEnergy(twoHosts(watts)), "n1", 0, 0, 0);
  }

  private static EnergyResult twoHosts(double watts) {
    return energy(host("h1", List.of("n1"), watts), host("h2", List.of("n2"), watts));
  }

  private static EnergyResult energy(HostResult... hosts) {
    return new EnergyResult(START, START.plusSeconds(6), List.of(hosts));
  }

  private static HostResult host(String name, List<String> nodes, double watts) {
    return new HostResult(
        name,
        nodes,
        6 * watts,
        HostResult.ESTIMATED,
        0.2,
        0.1,
        null,
        0,
        List.of(watts, watts, watts, watts, watts, watts),
        List.of(0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
        0.3,
        6,
        1,
        0,
        List.of(),
        List.of());
  }

  private static Latencies count(long count) {
    return new Latencies(count, 1e6, 1_000_000, 1, 1, 1, 1, 1);
  }

  private static Histogram histogram(int count, long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }
}
