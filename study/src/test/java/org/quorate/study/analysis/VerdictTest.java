package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.testing.Results;

final class VerdictTest {
  private static final Map<String, String> BASELINE = Map.of("read-level", "ONE");

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void theHeadlineGivesStalenessAndCostWithIntervals() {
    levels("ONE", "ONE", 1000, 60);
    levels("ONE", "ALL", 600, 0);
    List<String> sentences = sentences();

    // stale: 6.0, 6.1, 6.2 %, half 0.248 %; ratio 610 / 1010, by Fieller 0.594 to 0.613
    assertThat(sentences.get(0))
        .isEqualTo(
            "With writes at ONE, 6.1 % of reads at ONE were stale (95 % interval 5.9 to 6.3 %); at"
                + " ALL it was 0 of 3,000 reads (at most 0.10 % if reads were independent), with"
                + " 40 % less throughput (39 to 41 %).");
    assertThat(sentences)
        .contains(
            "Read ONE, write ONE: 1,010 operations/s (985 to 1,035); stale: 183 of 3,000 reads,"
                + " 6.1 % (5.9 to 6.3 %).",
            "Read ALL, write ONE: 610 operations/s (585 to 635), 40 % less than at ONE (39 to 41"
                + " %); stale: 0 of 3,000 reads (at most 0.10 % if reads were independent).");
  }

  @Test
  void whereTheBaselineIsTheLastCellTheHeadlineComparesWithTheFirst() {
    levels("ONE", "ONE", 1000, 60);
    levels("ONE", "QUORUM", 800, 0);
    levels("ONE", "ALL", 600, 0);
    Map<String, String> all = Map.of("read-level", "ALL");

    assertThat(
            new VerdictWriter(
                    all, summaries(), Differences.of(order(), List.of(all), Set.of(), runs))
                .sentences()
                .get(0))
        .isEqualTo(
            "With writes at ONE, 0 of 3,000 reads at ALL were stale (at most 0.10 % if reads were"
                + " independent); at ONE it was 6.1 % (5.9 to 6.3 %), with 66 % more throughput (63"
                + " to 68 %).");
  }

  @Test
  void manyLevelsInFrontOfASentenceReadAsAList() {
    Map<String, String> levels = new LinkedHashMap<>();
    levels.put("read-level", "ONE");
    levels.put("write-level", "as-read");
    levels.put("coordinators", "hot");
    levels.put("delay", "5ms");
    levels.put("threads", "70");

    assertThat(Phrases.context(levels))
        .isEqualTo(
            "At a link delay of 5ms, with reads at ONE, writes at the level of reads, hot"
                + " coordinators and 70 threads, ");
    assertThat(Phrases.at(Map.of("nodes", "1"))).isEqualTo("on 1 node");
  }

  @Test
  void aDifferenceWithinTheNoiseIsNotClaimed() {
    for (int repetition = 1; repetition <= 3; repetition++) {
      add(repetition, cell("ONE", "ONE"), 1000 + repetition * 100, 1);
      add(repetition, cell("ONE", "ALL"), 1300 - repetition * 60, 0);
    }

    assertThat(sentences().get(0)).endsWith("with no distinguishable difference in throughput.");
    assertThat(sentences()).anyMatch(text -> text.contains("not distinguishable from that at ONE"));
    assertThat(String.join(" ", sentences()))
        .doesNotContain("less than")
        .doesNotContain("more than");
  }

  @Test
  void theHeadlineIsOfTheFirstSettingInWhichReadsWereStale() {
    levels("ALL", "ONE", 1000, 0);
    levels("ALL", "ALL", 900, 0);
    levels("ONE", "ONE", 1000, 60);
    levels("ONE", "ALL", 600, 0);

    assertThat(sentences().get(0))
        .startsWith("With writes at ONE, 6.1 % of reads at ONE were stale");
  }

  @Test
  void neverSaysThatThereAreNoStaleReads() {
    levels("ONE", "ONE", 1000, 0);
    levels("ONE", "ALL", 600, 0);

    assertThat(sentences().get(0))
        .contains("0 of 3,000 reads at ONE were stale (at most 0.10 % if reads were independent)");
    assertThat(String.join(" ", sentences()).toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("no stale")
        .doesNotContain("never");
  }

  @Test
  void withoutHistoriesTheHeadlineIsAboutThroughput() {
    for (int repetition = 1; repetition <= 3; repetition++) {
      runs.add(
          Results.run(runs.size() + 1, repetition, Map.of("threads", "10"), 1000 + repetition));
      runs.add(
          Results.run(runs.size() + 1, repetition, Map.of("threads", "20"), 1900 + repetition));
    }
    List<CellSummary> cells = summaries();

    assertThat(
            new VerdictWriter(
                    Map.of("threads", "10"),
                    cells,
                    Differences.of(order(), List.of(Map.of("threads", "10")), Set.of(), runs))
                .sentences()
                .get(0))
        .isEqualTo(
            "Throughput was 1,002 operations/s (1,000 to 1,004) with 10 threads; with 20 threads"
                + " there was 90 % more throughput (90 to 90 %).");
  }

  @Test
  void fewerThanFiveBlocksAreWarnedOf() {
    for (int repetition = 1; repetition <= 4; repetition++) {
      add(repetition, cell("ONE", "ONE"), 1000, 60);
    }
    String warning =
        "Fewer than 5 blocks were measured (a cell has only 4 runs), so intervals are wide and"
            + " rest on little.";
    assertThat(Warnings.of(summaries(), runs, false)).contains(warning);
    add(5, cell("ONE", "ONE"), 1000, 60);
    assertThat(Warnings.of(summaries(), runs, false)).doesNotContain(warning);
  }

  @Test
  void oneRunOfEachSaysThatNothingIsKnownAboutChance() {
    add(1, cell("ONE", "ONE"), 1000, 60);
    add(1, cell("ONE", "ALL"), 600, 0);

    assertThat(sentences())
        .contains("Each cell was run once, so nothing can be said about chance.");
    assertThat(sentences().get(0)).doesNotContain("NaN");
  }

  @Test
  void saysWhetherExpectationsWereMet() {
    Finding held = new Finding("a falls", Finding.Outcome.HOLDS, "1, 2");
    Finding failed = new Finding("b falls", Finding.Outcome.DOES_NOT_HOLD, "2, 1");

    assertThat(Warnings.findings(List.of(held, held), Optional.empty()))
        .containsExactly("All 2 things that the study set out to see were seen.");
    assertThat(
            Warnings.findings(
                List.of(held, failed), Optional.of(new PilotOutcome("5ms", false, List.of()))))
        .containsExactly(
            "Of 2 things that the study set out to see, 1 were seen.",
            "Not seen: b falls (2, 1).",
            "No link delay that the pilot tried showed all of them; 5ms came closest.");
  }

  @Test
  void warnsOfASaturatedMachineAndOfFailures() {
    runs.add(
        Results.on(Results.run(1, 1, BASELINE, 1000), new MachineResult(2, 0.97, 0.12, 0.8, 0.02)));

    assertThat(Warnings.of(summaries(), runs, false))
        .containsExactly(
            "The machine was saturated (up to 97 % busy, of which the load generator took up to 12"
                + " % of all processor time): throughputs are those of machine and store together.",
            "Operations failed: 2 by ReadTimeout.");
  }

  @Test
  void aSaturatedClientOfARemoteClusterIsNotCalledTheStoresMachine() {
    runs.add(
        Results.on(Results.run(1, 1, BASELINE, 1000), new MachineResult(2, 0.97, 0.9, null, 0)));

    assertThat(Warnings.of(summaries(), runs, true))
        .anyMatch(sentence -> sentence.startsWith("The computer that sent the load was saturated"))
        .noneMatch(sentence -> sentence.contains("machine"));
  }

  @Test
  void warnsOfOtherPrograms() {
    runs.add(
        Results.on(Results.run(1, 1, BASELINE, 1000), new MachineResult(2, 0.8, 0.1, 0.3, 0.1)));

    assertThat(Warnings.of(summaries(), runs, false).get(0))
        .startsWith(
            "Other programs, or the host of a virtual machine, took up to 30 % of the machine's processor time");
  }

  @Test
  void warnsOfLinksThatWereSlowerThanAsked() {
    runs.add(
        Results.linked(
            Results.run(1, 1, BASELINE, 1000),
            new LinkResult("a", "b", "5ms", Results.p99(6), 1),
            new LinkResult("b", "a", "5ms", Results.p99(7), 1),
            new LinkResult("b", "c", "none", Results.p99(70), 1)));

    assertThat(Warnings.of(summaries(), runs, false))
        .contains(
            "Messages between nodes took longer than configured: the median of a link was up to"
                + " 7.0 ms in a run where 5ms was asked for.");
  }

  @Test
  void warnsWhereTheStoreDidNotKeepUp() {
    runs.add(Results.offered(Results.run(1, 1, BASELINE, 1000), 1200));

    assertThat(Warnings.of(summaries(), runs, false))
        .contains("Not all that was offered was achieved: 1,000 of 1,200 operations/s at ONE.");
  }

  private void levels(String write, String read, double throughput, long stale) {
    for (int repetition = 1; repetition <= 3; repetition++) {
      add(
          repetition,
          cell(write, read),
          throughput + (repetition - 1) * 10,
          stale == 0 ? 0 : stale + repetition - 1);
    }
  }

  private void add(int repetition, Map<String, String> cell, double throughput, long stale) {
    runs.add(
        Results.judged(Results.run(runs.size() + 1, repetition, cell, throughput), 1000, stale));
  }

  private static Map<String, String> cell(String write, String read) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("write-level", write);
    cell.put("read-level", read);
    return cell;
  }

  private List<String> sentences() {
    return new VerdictWriter(
            BASELINE, summaries(), Differences.of(order(), List.of(BASELINE), Set.of(), runs))
        .sentences();
  }

  private List<Cell> order() {
    return runs.stream().map(run -> new Cell(run.cell())).distinct().toList();
  }

  private List<CellSummary> summaries() {
    List<CellSummary> summaries = new ArrayList<>();
    for (Cell cell : order()) {
      CellTally tally = new CellTally(cell);
      runs.stream()
          .filter(run -> run.cell().equals(cell.levels()))
          .forEach(run -> tally.add(run, Map.of()));
      summaries.add(tally.summary());
    }
    return summaries;
  }
}
