package org.quorate.study.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.summary.CellFault;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.WindowVerdict;
import org.quorate.study.testing.Results;

final class CellWindowsTest {
  private static final List<FaultResult> KILL_AND_RETURN =
      List.of(
          new FaultResult("kill", "node3", 10, 10.2, 10.3),
          new FaultResult("hints", "off", 10, 10.3, 10.4),
          new FaultResult("start", "node3", 20, 20.1, 24.5));

  private static WindowCounts reads(long reads, long stale, Level level) {
    return new WindowCounts(reads, stale, 0, 0, 0, Map.of(level, reads), reads * level.replicas(3));
  }

  private static RunResult run(int repetition, double seconds, List<FaultResult> faults) {
    return Results.lasting(Results.run(repetition, repetition, Map.of(), 100), seconds)
        .withFaults(faults);
  }

  private static RunWindows windows(Map<Integer, WindowCounts> seconds) {
    return new RunWindows(new TreeMap<>(seconds));
  }

  private static CellWindows of(
      OptionalDouble tolerance, List<RunResult> runs, List<RunWindows> windows) {
    CellWindowsTally tally = new CellWindowsTally(tolerance);
    for (int i = 0; i < runs.size(); i++) {
      tally.add(runs.get(i), windows.get(i));
    }
    return requireNonNull(tally.summary());
  }

  @Test
  void theReplicasThatAReadAskedAreThoseOfItsLevelAndOfWhatItsPolicyReadsBesideIt() {
    MonitorResult added =
        Results.added(
            Map.of(
                MonitorResult.PAIRED,
                20L,
                MonitorResult.REREAD,
                5L,
                MonitorResult.MEASURING,
                10L,
                MonitorResult.EVIDENCE,
                4L,
                MonitorResult.STUDY,
                70L));
    CellWindows cell =
        of(
            OptionalDouble.empty(),
            List.of(Results.watched(run(1, 2, List.of()), added, null)),
            List.of(windows(Map.of(0, reads(60, 0, Level.ONE), 1, reads(40, 0, Level.QUORUM)))));
    assertThat(cell.replicaReadsPerRead().mean()).isEqualTo((60 + 80 + 20 + 5 + 10 + 4) / 100.0);
  }

  /** At 1 % the binomial tail of 700 reads is 0.0124 from 14 and 0.0055 from 15 stale reads on. */
  @Test
  void aWindowIsBrokenWhenSoManyStaleReadsAreRarerThanOneInAHundred() {
    assertThat(WindowVerdict.isBroken(reads(700, 14, Level.ONE), 0.01)).isFalse();
    assertThat(WindowVerdict.isBroken(reads(700, 15, Level.ONE), 0.01)).isTrue();
    assertThat(WindowVerdict.isBroken(reads(700, 7, Level.ONE), 0.01)).isFalse();
    assertThat(WindowVerdict.isBroken(reads(1, 1, Level.ONE), 0.0101)).isFalse();
    assertThat(WindowVerdict.isBroken(reads(1, 1, Level.ONE), 0.0099)).isTrue();
    assertThat(WindowVerdict.isBroken(reads(5, 1, Level.ONE), 0)).isTrue();
    assertThat(WindowVerdict.isBroken(reads(5, 0, Level.ONE), 0)).isFalse();
    assertThat(WindowVerdict.isBroken(WindowCounts.NONE, 0.01)).isFalse();
  }

  /** Seed 3; the definition term by term: P(X >= stale) below 1 % at the tolerance. */
  @Test
  void brokenWindowsAreThoseOfTheDefinition() {
    Random random = new Random(3);
    for (int round = 0; round < 20; round++) {
      double seconds = 20 + random.nextInt(30) + random.nextInt(10) / 10.0;
      TreeMap<Integer, WindowCounts> counts = new TreeMap<>();
      for (int second = 0; second <= (int) seconds; second++) {
        if (random.nextInt(8) > 0) {
          int reads = 1 + random.nextInt(300);
          counts.put(second, reads(reads, random.nextInt(1 + reads / 20), Level.ONE));
        }
      }
      CellWindows found =
          of(
              OptionalDouble.of(0.02),
              List.of(run(1, seconds, List.of())),
              List.of(new RunWindows(counts)));

      for (WindowVerdict verdict : found.verdicts()) {
        int windows = 0;
        int broken = 0;
        for (int from = 0; from + verdict.seconds() <= seconds; from += verdict.seconds()) {
          long reads = 0;
          long stale = 0;
          for (WindowCounts each : counts.subMap(from, from + verdict.seconds()).values()) {
            reads += each.reads();
            stale += each.staleReads();
          }
          windows += reads > 0 ? 1 : 0;
          broken += tail(stale, reads, 0.02) < 0.01 ? 1 : 0;
        }
        assertThat(verdict.windows()).isEqualTo(windows);
        assertThat(verdict.broken()).isEqualTo(broken);
        assertThat(verdict.kept().mean()).isCloseTo(1 - (double) broken / windows, within(1e-12));
      }
      assertThat(found.verdicts()).extracting(WindowVerdict::seconds).containsExactly(1, 10);
    }
  }

  @Test
  void aRunThatEndsAMillisecondEarlyKeepsItsLastWindow() {
    RunWindows seconds = windows(Map.of(5, reads(10, 0, Level.ONE), 19, reads(10, 0, Level.ONE)));

    assertThat(
            List.of(19.999, 20.04, 19.6).stream()
                .map(
                    end ->
                        of(
                            OptionalDouble.of(0.01),
                            List.of(run(1, end, List.of())),
                            List.of(seconds)))
                .map(found -> found.verdicts().get(1).windows()))
        .containsExactly(2L, 2L, 1L);
  }

  private static double tail(long successes, long trials, double rate) {
    double term = (double) trials * Math.log1p(-rate);
    double sum = 0;
    for (long i = 0; i <= trials; i++) {
      sum += i < successes ? 0 : Math.exp(term);
      term +=
          Math.log((double) trials - i) - Math.log(i + 1.0) + Math.log(rate) - Math.log1p(-rate);
    }
    return sum;
  }

  @Test
  void theShareOfWindowsThatWereKeptHasAnIntervalOverRuns() {
    RunWindows good = windows(Map.of(0, reads(100, 0, Level.ONE), 1, reads(100, 0, Level.ONE)));
    RunWindows bad = windows(Map.of(0, reads(100, 50, Level.ONE), 1, reads(100, 0, Level.ONE)));
    List<RunResult> runs = List.of(run(1, 2, List.of()), run(2, 2, List.of()));

    WindowVerdict half = of(OptionalDouble.of(0.01), runs, List.of(good, bad)).verdicts().get(0);
    assertThat(half.windows()).isEqualTo(4);
    assertThat(half.broken()).isEqualTo(1);
    assertThat(half.kept().mean()).isEqualTo(0.75);
    assertThat(half.kept().low()).isLessThan(0.75);
    assertThat(half.kept().high()).isEqualTo(1);
    WindowVerdict none = of(OptionalDouble.of(0.01), runs, List.of(good, good)).verdicts().get(0);
    assertThat(none.kept()).isEqualTo(new Mean(1, 1 - 3.0 / 4, 1, 2));
    assertThat(of(OptionalDouble.empty(), runs, List.of(good, good)).verdicts()).isEmpty();
  }

  @Test
  void phasesGoFromEachFaultToTheNext() {
    List<RunResult> runs = new ArrayList<>();
    List<RunWindows> windows = new ArrayList<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      TreeMap<Integer, WindowCounts> seconds = new TreeMap<>();
      for (int second = 0; second < 30; second++) {
        seconds.put(
            second,
            second < 10
                ? reads(100, 0, Level.ONE)
                : second < 20 ? reads(50, 0, Level.QUORUM) : reads(100, 10, Level.ONE));
      }
      seconds.put(15, new WindowCounts(40, 0, 10, 0, 2, Map.of(Level.QUORUM, 50L), 100));
      runs.add(run(repetition, 30, KILL_AND_RETURN));
      windows.add(new RunWindows(seconds));
    }

    CellWindows found = of(OptionalDouble.of(0.01), runs, windows);

    assertThat(found.phases())
        .extracting(FaultPhase::name)
        .containsExactly("before", "node3 killed and hints off", "node3 started");
    FaultPhase before = found.phases().get(0);
    FaultPhase down = found.phases().get(1);
    FaultPhase back = found.phases().get(2);
    assertThat(List.of(before.from(), before.to(), down.to(), back.to()))
        .containsExactly(0.0, 10.0, 20.0, 30.0);
    assertThat(before.counts().reads()).isEqualTo(2000);
    assertThat(down.replicaReadsPerRead().mean()).isEqualTo(2);
    assertThat(down.counts().failedReads()).isEqualTo(20);
    assertThat(down.counts().failedWrites()).isEqualTo(4);
    assertThat(down.succeededPerSecond().mean()).isEqualTo(49);
    assertThat(requireNonNull(back.staleRate()).mean()).isEqualTo(0.1);
    assertThat(requireNonNull(before.staleRate()).high()).isEqualTo(3.0 / 2000);
    assertThat(found.phases().stream().mapToLong(phase -> phase.counts().reads()).sum())
        .isEqualTo(found.seconds().values().stream().mapToLong(WindowCounts::reads).sum());
    assertThat(found.faults().get(0).words()).isEqualTo("node3 killed");
    assertThat(found.faults().get(0).begun()).isEqualTo(10.2);
    assertThat(found.faults().get(0).until()).isEqualTo(24.5);
    assertThat(found.faults().get(1).until()).isEqualTo(10.4);
  }

  @Test
  void serviceTimesCountInTheirPhase() {
    CellWindowsTally tally = new CellWindowsTally(OptionalDouble.empty());
    Consumer<Histogram> times =
        tally.add(run(1, 30, KILL_AND_RETURN), windows(Map.of(0, WindowCounts.NONE)));
    times.accept(interval(9, WindowFiles.READS, 5));
    times.accept(interval(10, WindowFiles.READS, 50));
    times.accept(interval(19, WindowFiles.WRITES, 70));
    times.accept(interval(20, WindowFiles.READS, 7));

    List<FaultPhase> phases = requireNonNull(tally.summary()).phases();
    assertThat(requireNonNull(phases.get(0).readP99()).mean()).isCloseTo(5, within(0.05));
    assertThat(phases.get(0).writeP99()).isNull();
    assertThat(requireNonNull(phases.get(1).readP99()).mean()).isCloseTo(50, within(0.5));
    assertThat(requireNonNull(phases.get(1).writeP99()).mean()).isCloseTo(70, within(0.7));
    assertThat(requireNonNull(phases.get(2).readP99()).mean()).isCloseTo(7, within(0.07));
  }

  @Test
  void theTimesOfReadsOfASecondAreTheMeanOfTheRunsThatHadAny() {
    CellWindowsTally tally = new CellWindowsTally(OptionalDouble.empty());
    Consumer<Histogram> one =
        tally.add(run(1, 30, KILL_AND_RETURN), windows(Map.of(0, WindowCounts.NONE)));
    Histogram mixed = interval(9, WindowFiles.READS, 4);
    mixed.recordValueWithCount(40_000_000, 2);
    one.accept(mixed);
    one.accept(interval(10, WindowFiles.READS, 50));
    one.accept(interval(11, WindowFiles.WRITES, 70));
    Consumer<Histogram> other =
        tally.add(run(2, 30, KILL_AND_RETURN), windows(Map.of(0, WindowCounts.NONE)));
    other.accept(interval(9, WindowFiles.READS, 20));

    Map<Integer, Double> found = requireNonNull(tally.summary()).readP99();
    assertThat(found).containsOnlyKeys(9, 10);
    assertThat(found.get(9)).isCloseTo((40 + 20) / 2.0, within(0.3));
    assertThat(found.get(10)).isCloseTo(50, within(0.5));
  }

  @Test
  void withoutFaultsTimesAreThoseOfWholeRunsAlone() {
    CellWindowsTally tally = new CellWindowsTally(OptionalDouble.empty());
    tally
        .add(run(1, 30, List.of()), windows(Map.of(0, WindowCounts.NONE)))
        .accept(interval(9, WindowFiles.READS, 20));
    assertThat(requireNonNull(tally.summary()).readP99()).isEmpty();
  }

  private static Histogram interval(int second, String tag, long millis) {
    Histogram interval = new Histogram(2);
    interval.recordValueWithCount(millis * 1_000_000, 100);
    interval.setTag(tag);
    interval.setStartTimeStamp(second * 1000L);
    return interval;
  }

  @Test
  void whatIsNotUndoneLastsToTheEndOfTheRun() {
    List<FaultResult> faults =
        List.of(
            new FaultResult("slow", "node3 100ms", 1, 1, 1),
            new FaultResult("cut", "node1 -> node2", 2, 2, 2),
            new FaultResult("heal", "node3", 3, 3, 3.5));
    List<CellFault> found =
        of(
                OptionalDouble.empty(),
                List.of(run(1, 9, faults)),
                List.of(windows(Map.of(0, WindowCounts.NONE))))
            .faults();
    assertThat(found).extracting(CellFault::until).containsExactly(3.5, 9.0, 3.5);
    assertThat(found)
        .extracting(CellFault::words)
        .containsExactly("links of node3 100ms", "node1 -> node2 cut", "node3 healed");
  }

  @Test
  void aCutLinkIsHealedWithAllLinksOfEitherServer() {
    List<FaultResult> faults =
        List.of(
            new FaultResult("cut", "node1 -> node3", 1, 1, 1),
            new FaultResult("slow", "node2 <-> node3 100ms", 1, 1.1, 1.1),
            new FaultResult("isolate", "node1", 2, 2, 2),
            new FaultResult("heal", "node2 -> node3", 3, 3, 3),
            new FaultResult("heal", "node3", 4, 4, 4));

    assertThat(faults(run(1, 9, faults))).extracting(CellFault::until).startsWith(4.0, 4.0, 9.0);
  }

  @Test
  void faultsOfTwoRunsAreTheSameByTheirPlanWhicheverWasBegunFirst() {
    FaultResult kill = new FaultResult("kill", "node3", 3, 3.5, 3.5);
    FaultResult hints = new FaultResult("hints", "off", 3, 3, 3);
    FaultResult killed = new FaultResult("kill", "node3", 3, 3, 3);
    FaultResult off = new FaultResult("hints", "off", 3, 3.5, 3.5);

    List<CellFault> found =
        faults(run(1, 9, List.of(hints, kill)), run(2, 9, List.of(killed, off)));
    assertThat(found).extracting(CellFault::words).containsExactly("hints off", "node3 killed");
    assertThat(found).extracting(CellFault::begun).containsExactly(3.25, 3.25);
  }

  private static List<CellFault> faults(RunResult... runs) {
    List<RunWindows> none =
        Stream.of(runs).map(run -> windows(Map.of(0, WindowCounts.NONE))).toList();
    return of(OptionalDouble.empty(), List.of(runs), none).faults();
  }
}
