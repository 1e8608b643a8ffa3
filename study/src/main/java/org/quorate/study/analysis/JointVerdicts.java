package org.quorate.study.analysis;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.PairedDifference;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.summary.Mean;

/** Holds the response times and stale reads of what takes less energy against margins. Pure. */
final class JointVerdicts {
  private JointVerdicts() {}

  /** The margins that a study states; the usual ones where it does not. */
  static PowerSettings.Margins margins(Study study) {
    return study.cells().values().stream()
        .map(settings -> settings.power())
        .filter(Objects::nonNull)
        .map(PowerSettings::margins)
        .findFirst()
        .orElse(PowerSettings.Margins.USUAL);
  }

  /**
   * What is known of runs of something beside those that it is compared with.
   *
   * @param kind of operation that response times are taken of
   */
  static JointVerdict of(List<RunPair> pairs, PowerSettings.Margins margins, String kind) {
    Mean p99 = p99(pairs, kind);
    Mean stale = staleDifference(pairs);
    return new JointVerdict(
        margins,
        p99,
        stale,
        p99 != null && p99.high() <= margins.p99(),
        stale != null && stale.high() <= margins.staleRate());
  }

  private static @Nullable Mean p99(List<RunPair> pairs, String kind) {
    Function<RunResult, @Nullable Double> measure = run -> Measure.RESPONSE_P99.of(run, kind);
    List<RunPair> known =
        pairs.stream()
            .filter(pair -> pair.runs().allMatch(run -> measure.apply(run) != null))
            .toList();
    // Of some runs alone it would be another comparison than that of the energy.
    return known.isEmpty() || known.size() < pairs.size()
        ? null
        : IndependentSamples.of(known)
            .sides(measure)
            .logRatio()
            .map(ratio -> Mean.of(ratio, ratio.logarithms().difference().blocks()))
            .orElse(null);
  }

  private static @Nullable Mean staleDifference(List<RunPair> pairs) {
    if (pairs.isEmpty()
        || !pairs.stream().allMatch(pair -> pair.runs().allMatch(run -> reads(run) > 0))) {
      return null;
    }
    List<RunResult> of = pairs.stream().map(RunPair::of).toList();
    List<RunResult> against = pairs.stream().map(RunPair::against).toList();
    IndependentSamples samples = IndependentSamples.of(pairs);
    if (stale(of) == 0 && stale(against) == 0) {
      // No run differs from another, which does not mean that none ever would.
      int size = samples.pairs().size();
      return size < 2
          ? new Mean(0, Double.NaN, Double.NaN, size)
          : new Mean(0, -Mean.ruleOfThree(sum(against)), Mean.ruleOfThree(sum(of)), size);
    }
    IndependentSamples.Sides rates =
        samples.means(run -> Objects.requireNonNull(run.staleness()).staleRate());
    return Mean.of(PairedDifference.of(rates.against(), rates.of(), Mean.CONFIDENCE).difference());
  }

  private static long reads(RunResult run) {
    StalenessResult found = run.staleness();
    return found == null ? 0 : found.reads();
  }

  private static long sum(List<RunResult> runs) {
    return runs.stream().mapToLong(JointVerdicts::reads).sum();
  }

  private static long stale(List<RunResult> runs) {
    return runs.stream()
        .map(RunResult::staleness)
        .filter(Objects::nonNull)
        .mapToLong(StalenessResult::staleReads)
        .sum();
  }
}
