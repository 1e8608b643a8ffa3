package org.quorate.study.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.core.yardstick.ReadAgeClasses;
import org.quorate.core.yardstick.ReadCells;
import org.quorate.core.yardstick.RunReads;
import org.quorate.study.StudyException;
import org.quorate.study.export.Exports;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.YardstickFiles;
import org.quorate.study.run.Judge;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class YardsticksTest {
  private static final String STUDY =
      """
      title: Policies
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      parts:
        weak: {factors: {write-level: [ONE], policy: [ONE, QUORUM, ALL, random-read 1%]}}
        strong: {factors: {write-level: [QUORUM], policy: [QUORUM, random-read 1%]}}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();
  private final Map<Integer, RunWindows> sent = new HashMap<>();
  private final Map<Integer, RunReads> counted = new HashMap<>();

  /** A run of a thousand reads, which asked so many replicas, and so many of which were stale. */
  private RunResult run(String write, String policy, int repetition, long replicas, long stale) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("write-level", write);
    cell.put("policy", policy);
    int sequence = runs.size() + 1;
    RunResult run = Results.judged(Results.run(sequence, repetition, cell, 100), 1000, stale);
    runs.add(run);
    WindowCounts all = new WindowCounts(1000, stale, 0, 0, 0, Map.of(Level.ONE, 1000L), replicas);
    sent.put(sequence, new RunWindows(new TreeMap<>(Map.of(0, all))));
    return run;
  }

  /** A run at the weakest level, half of whose stale reads are of one key in one second. */
  private void weakest(int repetition, long stale) {
    RunResult run = run("ONE", "ONE", repetition, 1000, stale);
    counted.put(
        run.sequence(),
        new RunReads(
            new ReadCells(
                List.of(
                    new ReadCells.Alike(100, stale / 2, 1),
                    new ReadCells.Alike(900, stale / 2, 1))),
            new ReadAgeClasses(
                List.of(
                    new ReadAgeClasses.OfAge(9, 40, 200, stale),
                    new ReadAgeClasses.OfAge(9, 80, 800, 0)))));
  }

  private BestDistances distances() throws Exception {
    return distances(STUDY);
  }

  private BestDistances distances(String text) throws Exception {
    Study study = Studies.load(folder, text).study();
    return Yardsticks.distances(
        study, runs, sent, sequence -> Optional.ofNullable(counted.get(sequence)));
  }

  @Test
  void aPolicyIsHeldAgainstTheBestOnTheHistoryOfTheWeakestLevelOfItsBlock() throws Exception {
    weakest(1, 60);
    weakest(2, 100);
    run("ONE", "random-read 1%", 1, 1600, 5);
    run("ONE", "random-read 1%", 2, 1800, 5);

    BestDistance distance = distances().known().get(0);
    assertThat(distance.levels()).containsExactly("ONE", "ALL");
    assertThat(distance.tolerance()).isEqualTo(0.01);
    assertThat(distance.pairs()).isEqualTo(2);
    assertThat(distance.replicaReads().mean()).isCloseTo(1.7, within(1e-12));
    // Of 60 stale reads 10 may stay: 30 among 100 reads, 20 among 600; of 100, 50 and 40 among 720.
    double first = 1 + 2 * (100 + 600) / 1000.0;
    double second = 1 + 2 * (100 + 720) / 1000.0;
    assertThat(distance.best().mean()).isCloseTo((first + second) / 2, within(1e-12));
    assertThat(distance.sameInformation().mean())
        .isCloseTo(1 + 2 * 0.2 * (50 / 60.0 + 0.9) / 2, within(1e-12));
    assertThat(distance.clairvoyant().mean()).isCloseTo(1 + 2 * 0.07, within(1e-12));
    assertThat(distance.overBest().mean())
        .isCloseTo(Math.sqrt(1.6 / first * 1.8 / second) - 1, within(1e-12));
    assertThat(distance.overBest().low()).isLessThan(distance.overBest().mean());
  }

  @Test
  void whatThePolicyAskedBesideItsReadsCounts() throws Exception {
    weakest(1, 60);
    RunResult run = run("ONE", "random-read 1%", 1, 1600, 5);
    runs.set(1, Results.watched(run, Results.added(Map.of(MonitorResult.PAIRED, 100L)), null));

    BestDistance distance = distances().known().get(0);
    assertThat(distance.replicaReads().mean()).isCloseTo(1.7, within(1e-12));
    assertThat(distance.overBest().low()).as("of a single pair").isNaN();
  }

  @Test
  void aLevelBetweenThatWasRunInTheBlockIsAtTheBestsDisposal() throws Exception {
    weakest(1, 60);
    run("ONE", "QUORUM", 1, 2000, 6);
    run("ONE", "random-read 1%", 1, 1600, 5);

    BestDistance distance = distances().known().get(0);
    assertThat(distance.levels()).containsExactly("ONE", "QUORUM", "ALL");
    // At QUORUM a tenth of the stale reads is left: 27 fewer among 100 reads, 23 of 27 among 900.
    assertThat(distance.best().mean()).isCloseTo(1 + (100 + 900 * 23 / 27.0) / 1000, within(1e-9));
    assertThat(distance.clairvoyant().mean()).isCloseTo(1 + 50 / 54.0 * 0.06, within(1e-9));
  }

  @Test
  void aWeakestLevelThatMeetsEveryWriteIsTheBest() throws Exception {
    String all = STUDY.replace("[ONE], policy", "[ALL], policy");
    RunResult weak = run("ALL", "ONE", 1, 1000, 0);
    counted.put(
        weak.sequence(),
        new RunReads(
            new ReadCells(List.of(new ReadCells.Alike(1000, 0, 1))),
            new ReadAgeClasses(List.of(new ReadAgeClasses.OfAge(9, 80, 1000, 0)))));
    run("ALL", "random-read 1%", 1, 1000, 0);

    BestDistance distance = distances(all).known().get(0);
    assertThat(distance.levels()).containsExactly("ONE");
    assertThat(distance.best().mean()).isEqualTo(1);
    assertThat(distance.overBest().mean()).isEqualTo(0);
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    run("ONE", "random-read 1%", 1, 1600, 5);
    run("QUORUM", "random-read 1%", 1, 1600, 5);

    assertThat(distances().known()).isEmpty();
    assertThat(distances().unknown())
        .containsExactly(
            "How far random-read 1%, write QUORUM is from the best possible policy is not known: no"
                + " level of one replica is run in the same setting, whose reads it is computed"
                + " from.",
            "How far random-read 1%, write ONE is from the best possible policy is not known: no"
                + " run of the level of one replica is there in the same block, whose reads it is"
                + " computed from.");
  }

  @Test
  void aRunOfTheWeakestLevelWhoseHistoryIsNoLongerThereIsNotCalledMissing() throws Exception {
    run("ONE", "ONE", 1, 1000, 60);
    run("ONE", "random-read 1%", 1, 1600, 5);

    assertThat(distances().known()).isEmpty();
    assertThat(distances().unknown())
        .containsExactly(
            "How far random-read 1%, write ONE is from the best possible policy is not known: a run"
                + " of the level of one replica is there in the same block, but no longer all"
                + " histories of its session, whose reads it is computed from.");
  }

  @Test
  void aPolicyThatWasNotRunYetIsNoMatter() throws Exception {
    weakest(1, 60);

    assertThat(distances().isEmpty()).isTrue();
  }

  @Test
  void aStudyCountsItsReadsOnceJudgedAndAgainWhereAnEarlierVersionDidNot() throws Exception {
    Path results = folder.resolve("results");
    new StudyRunner(new FakeBackend(), Progress.silent()).run(Studies.load(folder, STUDY), results);
    BestDistance before = distances(results);
    // Three reads of one key in one second, the second of which is stale, and never at QUORUM.
    assertThat(before.best().mean()).isCloseTo(1 + 0.97, within(1e-12));
    assertThat(before.sameInformation().mean()).isCloseTo(1 + 0.97, within(1e-12));
    assertThat(before.clairvoyant().mean()).isCloseTo(1 + 0.97 / 3, within(1e-12));
    List<Path> files = files(results);
    assertThat(files).hasSize(4);
    for (Path file : files) {
      Files.delete(file);
    }

    assertThat(Summaries.load(results).distances().known()).isEmpty();
    Judge.judge(results, Progress.silent());
    assertThat(distances(results)).isEqualTo(before);
    Exports.write(Summaries.load(results), folder);
    assertThat(Files.readAllLines(folder.resolve("distances.csv")))
        .hasSize(2)
        .element(1)
        .asString()
        .startsWith("\"random-read 1%, write ONE\",ONE,random-read 1%,0.01,ONE QUORUM ALL,2,");
  }

  private static BestDistance distances(Path results) throws StudyException {
    return Summaries.load(results).distances().known().get(0);
  }

  private static List<Path> files(Path results) throws Exception {
    try (var all = Files.walk(results)) {
      return all.filter(file -> requireNonNull(file.getFileName()).toString().contains("yardstick"))
          .toList();
    }
  }

  @Test
  void aFileThatIsNoSuchFileIsToldWithWhatToDo() throws Exception {
    Path results = folder.resolve("results");
    new StudyRunner(new FakeBackend(), Progress.silent()).run(Studies.load(folder, STUDY), results);
    for (Path file : files(results)) {
      Files.writeString(file, "broken\n");
    }

    assertThatThrownBy(() -> Summaries.load(results))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining(YardstickFiles.AGES + " cannot be read")
        .hasMessageEndingWith("and \"quorate report\" counts them again.");
  }
}
