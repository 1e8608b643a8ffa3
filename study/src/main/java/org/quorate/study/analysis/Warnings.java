package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.InvalidRun;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.result.UnknownIdle;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.NumberText;
import org.quorate.study.summary.SteadyState;

/**
 * Sentences of a verdict that say whether what the study set out to see was seen, and what a reader
 * must hold against its numbers. Stateless.
 */
final class Warnings {
  /** Above this share the machine is called saturated. */
  static final double SATURATED = 0.9;

  /** Above this share the generator is said to compete with the servers. */
  static final double GENERATOR_COMPETES = 0.25;

  /** Above this share other programs are said to have disturbed. */
  static final double OTHERS_DISTURB = 0.15;

  /** An achieved median delay beyond this much of the configured one is told. */
  static final double DELAY_TOLERANCE = 1.2;

  private static final double ACHIEVED = 0.95;

  /** Runs of each cell below which chance is hard to tell. */
  private static final int ENOUGH_BLOCKS = 5;

  /** Runs that a warning names. */
  private static final int MOST_NAMED = 6;

  private Warnings() {}

  static List<String> findings(List<Finding> findings, Optional<PilotOutcome> pilot) {
    List<String> sentences = new ArrayList<>();
    if (!findings.isEmpty()) {
      long held = findings.stream().filter(Finding::holds).count();
      sentences.add(
          held == findings.size()
              ? held == 1
                  ? "What the study set out to see was seen."
                  : "All " + held + " things that the study set out to see were seen."
              : "Of "
                  + findings.size()
                  + " things that the study set out to see, "
                  + held
                  + " were seen.");
      for (Finding finding : findings) {
        if (!finding.holds()) {
          sentences.add(
              (finding.outcome() == Finding.Outcome.UNDECIDED ? "Undecided: " : "Not seen: ")
                  + finding.expectation()
                  + " ("
                  + finding.evidence()
                  + ").");
        }
      }
    }
    pilot.ifPresent(
        outcome ->
            sentences.add(
                outcome.holds()
                    ? "The link delay of "
                        + outcome.delay()
                        + " was chosen by a pilot, whose short trials saw them all at that delay."
                    : "No link delay that the pilot tried showed all of them; "
                        + outcome.delay()
                        + " came closest."));
    return sentences;
  }

  /** Joules of hosts that count whole beside those of hosts that count as shares. */
  static Optional<String> mixedShares(List<RunResult> runs) {
    long kinds =
        runs.stream()
            .map(RunResult::energy)
            .flatMap(Stream::ofNullable)
            .filter(EnergyResult::isEstimated)
            .map(EnergyResult::countsShares)
            .distinct()
            .count();
    return kinds < 2
        ? Optional.empty()
        : Optional.of(
            "Some runs are of a version that estimated every host as a whole one, others of one that"
                + " counts shares by the hosts' quotas: their joules are not comparable; measure the"
                + " study anew.");
  }

  /** Tells how many runs are missing, of those that a study drops as well. */
  static Optional<String> incomplete(int measured, int planned) {
    return measured < planned
        ? Optional.of("Only " + measured + " of " + planned + " runs have been measured so far.")
        : Optional.empty();
  }

  /**
   * @param remote whether the servers run on other computers than the load
   */
  static List<String> of(List<CellSummary> cells, List<RunResult> runs, boolean remote) {
    List<String> sentences = new ArrayList<>();
    fewBlocks(cells).ifPresent(sentences::add);
    (remote ? client(cells) : machine(cells)).ifPresent(sentences::add);
    otherPrograms(runs).ifPresent(sentences::add);
    notKeptUp(cells).ifPresent(sentences::add);
    delays(runs).ifPresent(sentences::add);
    failures(cells).ifPresent(sentences::add);
    unknownVersions(cells).ifPresent(sentences::add);
    return sentences;
  }

  /** Names the runs that were still changing when they ended. */
  static Optional<String> notSteady(SteadyState state) {
    List<SteadyState.Cut> unsteady = state.cuts().stream().filter(cut -> !cut.steady()).toList();
    if (unsteady.isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        unsteady.stream()
            .limit(MOST_NAMED)
            .map(cut -> cut.run() + " (" + cut.cell() + ")")
            .toList();
    int more = unsteady.size() - names.size();
    return Optional.of(
        (unsteady.size() == 1 ? "One run was" : unsteady.size() + " runs were")
            + " not steady by MSER-5, still changing in throughput or power half-way through: run "
            + String.join(", run ", names)
            + (more > 0 ? " and " + more + " more" : "")
            + ".");
  }

  /** What was left out of runs as warm-up, and of which nothing could be. */
  static Optional<String> warmUpCut(SteadyState state) {
    if (state.cells().isEmpty()) {
      return Optional.empty();
    }
    int cut = (int) state.cells().stream().filter(cell -> cell.countedFrom() > 0).count();
    int most = state.cells().stream().mapToInt(SteadyState.CellCut::countedFrom).max().orElse(0);
    long whole = state.cells().stream().filter(cell -> cell.wholeBecause() != null).count();
    String reasons =
        state.cells().stream()
            .map(SteadyState.CellCut::wholeBecause)
            .filter(Objects::nonNull)
            .distinct()
            .collect(Collectors.joining(", or "));
    return Optional.of(
        "A detector of warm-up (MSER-5) found "
            + (cut == 0
                ? "nothing to leave out"
                : "up to "
                    + (most == 1 ? "1 second" : most + " seconds")
                    + " to leave out of the throughput and energy of runs of "
                    + (cut == 1 ? "1 cell" : cut + " cells"))
            + "; response times, stale rates and processor time are those of whole runs."
            + (whole == 0
                ? ""
                : " It did not look at the runs of "
                    + (whole == 1 ? "1 cell" : whole + " cells")
                    + ", because "
                    + reasons
                    + "."));
  }

  /** Says of runs that were measured and left out, how many they are and why the last was. */
  static Optional<String> invalid(List<InvalidRun> runs) {
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    InvalidRun last = runs.get(runs.size() - 1);
    return Optional.of(
        (runs.size() == 1
                ? "A run was measured and left out"
                : runs.size() + " runs were measured and left out; the last")
            + " (run "
            + last.sequence()
            + ", "
            + new Cell(last.cell()).label()
            + ") because: "
            + last.reason());
  }

  /** Says of idle baselines that are not known, how many they are and why the last is not. */
  static Optional<String> unknownIdle(List<UnknownIdle> unknown) {
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (unknown.size() == 1
                    ? "An idle baseline is not known"
                    : unknown.size() + " idle baselines are not known, the last")
                + " because: "
                + unknown.get(unknown.size() - 1).reason()
                + " Energy above idle goes by the other baseline of the block where there is one.");
  }

  private static Optional<String> fewBlocks(List<CellSummary> cells) {
    int fewest = cells.stream().mapToInt(CellSummary::runs).min().orElse(ENOUGH_BLOCKS);
    int most = cells.stream().mapToInt(CellSummary::runs).max().orElse(0);
    return fewest >= ENOUGH_BLOCKS || most < 2
        ? Optional.empty()
        : Optional.of(
            "Fewer than "
                + ENOUGH_BLOCKS
                + " blocks were measured (a cell has only "
                + (fewest == 1 ? "1 run" : fewest + " runs")
                + "), so intervals are wide and rest on little.");
  }

  private static Optional<String> machine(List<CellSummary> cells) {
    double busy = cells.stream().mapToDouble(CellSummary::busyShare).max().orElse(0);
    double generator = cells.stream().mapToDouble(CellSummary::generatorShare).max().orElse(0);
    if (busy > SATURATED) {
      return Optional.of(
          "The machine was saturated (up to "
              + NumberText.percent(busy)
              + " busy, of which the load generator took up to "
              + NumberText.percent(generator)
              + " of all processor time): throughputs are those of machine and store together.");
    }
    return generator > GENERATOR_COMPETES
        ? Optional.of(
            "The load generator took up to "
                + NumberText.percent(generator)
                + " of all processor time, which the servers did not have.")
        : Optional.empty();
  }

  /** Of a computer that only sends the load. */
  private static Optional<String> client(List<CellSummary> cells) {
    double busy = cells.stream().mapToDouble(CellSummary::busyShare).max().orElse(0);
    return busy > SATURATED
        ? Optional.of(
            "The computer that sent the load was saturated (up to "
                + NumberText.percent(busy)
                + " busy): throughputs and response times are its own as much as the store's.")
        : Optional.empty();
  }

  /** Whatever was busy and is neither generator nor server nor link, in runs that know of all. */
  private static Optional<String> otherPrograms(List<RunResult> runs) {
    double others =
        runs.stream()
            .map(RunResult::machine)
            .mapToDouble(
                machine -> {
                  Double servers = machine.serversShare();
                  return servers == null
                      ? 0
                      : machine.busyShare()
                          - machine.generatorShare()
                          - servers
                          - machine.linksShare();
                })
            .max()
            .orElse(0);
    return others > OTHERS_DISTURB
        ? Optional.of(
            "Other programs, or the host of a virtual machine, took up to "
                + NumberText.percent(others)
                + " of the machine's processor time during a run; on a quiet machine the numbers"
                + " would be others, and intervals narrower.")
        : Optional.empty();
  }

  private static Optional<String> notKeptUp(List<CellSummary> cells) {
    for (CellSummary cell : cells) {
      Mean offered = cell.offered();
      if (offered != null && cell.throughput().mean() < ACHIEVED * offered.mean()) {
        return Optional.of(
            "Not all that was offered was achieved: "
                + NumberText.rate(cell.throughput().mean())
                + " of "
                + NumberText.rate(offered.mean())
                + " operations/s at "
                + cell.label()
                + ".");
      }
    }
    return Optional.empty();
  }

  /** The worst link whose median delay lies beyond what was configured. */
  private static Optional<String> delays(List<RunResult> runs) {
    double worst = DELAY_TOLERANCE;
    String sentence = "";
    for (RunResult run : runs) {
      for (LinkResult link : run.links()) {
        double configured = configuredMedian(link);
        double ratio = link.achieved().p50() / configured;
        if (link.achieved().count() > 0 && ratio > worst) {
          worst = ratio;
          sentence =
              String.format(
                  Locale.ROOT,
                  "Messages between nodes took longer than configured: the median of a link was up"
                      + " to %.1f ms in a run where %s was asked for.",
                  link.achieved().p50() / 1e6,
                  link.configured());
        }
      }
    }
    return sentence.isEmpty() ? Optional.empty() : Optional.of(sentence);
  }

  private static double configuredMedian(LinkResult link) {
    if (link.configured().equals(RunSettings.NO_DELAY)) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double median = DelayDistribution.parse(link.configured()).quantileNanos(0.5);
      return median > 0 ? median : Double.POSITIVE_INFINITY;
    } catch (IllegalArgumentException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static Optional<String> failures(List<CellSummary> cells) {
    Map<String, Long> failures = new TreeMap<>();
    for (CellSummary cell : cells) {
      cell.failures().forEach((error, count) -> failures.merge(error, count, Long::sum));
    }
    failures.values().removeIf(count -> count == 0);
    return failures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Operations failed: "
                + String.join(
                    ", ",
                    failures.entrySet().stream()
                        .map(each -> NumberText.count(each.getValue()) + " by " + each.getKey())
                        .toList())
                + ".");
  }

  private static Optional<String> unknownVersions(List<CellSummary> cells) {
    long unknown = 0;
    for (CellSummary cell : cells) {
      StalenessResult staleness = cell.staleness();
      unknown += staleness == null ? 0 : staleness.unknownVersions();
    }
    return unknown == 0
        ? Optional.empty()
        : Optional.of(
            NumberText.count(unknown)
                + " reads returned a version that no recorded write has; they were judged all the"
                + " same.");
  }
}
