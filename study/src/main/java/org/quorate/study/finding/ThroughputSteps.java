package org.quorate.study.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quorate.core.statistics.Comparison;
import org.quorate.core.statistics.PairedDifference;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.Verdict;
import org.quorate.study.finding.Finding.Outcome;
import org.quorate.study.finding.Findings.Basis;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;

/**
 * Whether throughput falls from level to level. In a trial each step must be a fall of {@link
 * #TRIAL_FALL}; in a study each step must be distinguishable, by paired t tests on the ratios of
 * repetitions after Holm's correction over the steps.
 */
final class ThroughputSteps {
  private static final double TRIAL_FALL = 0.1;
  private static final double CONFIDENCE = 0.95;

  private ThroughputSteps() {}

  static Finding find(
      Expectation.ThroughputFalls falls, List<CellEvidence> observations, Basis basis) {
    List<List<CellEvidence>> ladders =
        ladders(falls, Findings.matching(falls.cells(), observations));
    String expected =
        "throughput falls from "
            + String.join(" to ", falls.levels())
            + Findings.words(falls.cells());
    if (ladders.isEmpty()) {
      return new Finding(expected, Outcome.UNDECIDED, "not all of these levels were measured");
    }
    List<Step> steps = ladders.stream().flatMap(ladder -> steps(ladder).stream()).toList();
    String factor = falls.factor();
    boolean rises = steps.stream().anyMatch(step -> step.ratio() >= 1);
    List<Step> unclear = unclear(steps, basis);
    String evidence =
        ladders.stream().map(ThroughputSteps::rates).collect(Collectors.joining("; "))
            + (rises || unclear.isEmpty()
                ? ""
                : "; not distinguishable: "
                    + unclear.stream()
                        .map(step -> step.label(factor, ladders.size() > 1))
                        .collect(Collectors.joining("; ")));
    return new Finding(
        expected,
        rises ? Outcome.DOES_NOT_HOLD : unclear.isEmpty() ? Outcome.HOLDS : Outcome.UNDECIDED,
        evidence);
  }

  /** One step from a faster level to a slower one. */
  private record Step(CellEvidence from, CellEvidence to) {
    double ratio() {
      return to.throughput() / from.throughput();
    }

    String label(String factor, boolean withOtherFactors) {
      return withOtherFactors
          ? from.cell().label() + " to " + to.cell().label()
          : from.cell().levels().get(factor) + " to " + to.cell().levels().get(factor);
    }

    /** Of the logarithms, where every run did something. */
    Optional<PairedDifference> difference() {
      List<Double> first = new ArrayList<>();
      List<Double> second = new ArrayList<>();
      from.throughputs()
          .forEach(
              (repetition, throughput) -> {
                Double other = to.throughputs().get(repetition);
                if (other != null) {
                  first.add(throughput);
                  second.add(other);
                }
              });
      if (first.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          PairedLogRatio.ifPositive(first, second, CONFIDENCE)
              .map(PairedLogRatio::logarithms)
              .orElseGet(() -> PairedDifference.of(first, second, CONFIDENCE)));
    }
  }

  private static List<Step> unclear(List<Step> steps, Basis basis) {
    if (basis == Basis.TRIAL) {
      return steps.stream().filter(step -> !(step.ratio() <= 1 - TRIAL_FALL)).toList();
    }
    List<Step> paired = steps.stream().filter(step -> step.difference().isPresent()).toList();
    List<Comparison> comparisons =
        Comparison.family(paired.stream().map(step -> step.difference().orElseThrow()).toList());
    List<Step> unclear = new ArrayList<>(steps);
    for (int i = 0; i < paired.size(); i++) {
      if (comparisons.get(i).verdict() == Verdict.LOWER) {
        unclear.remove(paired.get(i));
      }
    }
    return unclear;
  }

  /** For each combination of the other factors, its cells from the fastest level to the slowest. */
  private static List<List<CellEvidence>> ladders(
      Expectation.ThroughputFalls falls, List<CellEvidence> cells) {
    List<List<CellEvidence>> ladders = new ArrayList<>();
    for (Map.Entry<Cell, List<CellEvidence>> group :
        Findings.withoutFactor(falls.factor(), cells).entrySet()) {
      List<CellEvidence> ladder =
          falls.levels().stream()
              .flatMap(
                  level ->
                      group.getValue().stream()
                          .filter(cell -> cell.cell().has(Map.of(falls.factor(), level))))
              .toList();
      if (ladder.size() == falls.levels().size()
          && ladder.stream().noneMatch(cell -> Double.isNaN(cell.throughput()))) {
        ladders.add(ladder);
      }
    }
    return ladders;
  }

  private static List<Step> steps(List<CellEvidence> ladder) {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i < ladder.size(); i++) {
      steps.add(new Step(ladder.get(i - 1), ladder.get(i)));
    }
    return steps;
  }

  private static String rates(List<CellEvidence> ladder) {
    return ladder.stream()
            .map(cell -> String.format(Locale.ROOT, "%,.0f", cell.throughput()))
            .collect(Collectors.joining(", "))
        + " operations/s";
  }
}
