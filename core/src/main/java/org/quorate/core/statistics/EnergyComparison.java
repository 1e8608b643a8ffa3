package org.quorate.core.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a second level saves energy against a first one. A saving or a cost is claimed only if
 * the interval of the ratio, widened by what the numbers may be off by (see {@link EnergyRatio}),
 * lies on one side of one; among several comparisons, if Holm's correction of the p-values that
 * belong to these intervals leaves them below 1 - confidence.
 *
 * @param energy the ratio of second over first, with its error
 * @param adjustedPValue that there is no change, after Holm's correction over the family
 * @param adjustedPValueBeyondError that there is none beyond the error, after Holm's correction;
 *     what verdicts rest on
 * @param comparisons how many the family has, at least 1
 * @param verdict what may be said
 * @param reason why, if nothing may be said
 */
public record EnergyComparison(
    EnergyRatio energy,
    double adjustedPValue,
    double adjustedPValueBeyondError,
    int comparisons,
    EnergyVerdict verdict,
    Optional<Reason> reason) {
  /** Why nothing may be claimed. */
  public enum Reason {
    /** The interval includes no change, but also changes that the meter could show. */
    TOO_FEW_RUNS("too few runs: the interval includes no change; more runs may show one"),
    /** The interval excludes no change, but not once it is widened by the error. */
    TOO_FEW_RUNS_BESIDE_ERROR(
        "too few runs: with the error of the meter or model the interval includes no change; more"
            + " runs may show one"),
    /** By itself the interval excludes no change, but not after Holm's correction. */
    TOO_MANY_COMPARISONS(
        "too few runs: by itself the interval excludes no change, but among %s comparisons that may"
            + " be chance; more runs may show it"),
    /** Any change that more runs could bring out is smaller than what the meter may err by. */
    TOO_COARSE_METER(
        "too coarse a meter: the change is smaller than the error of the meter or model"),
    /** Through the curves of some servers of the kind it is a saving, through others a cost. */
    SERVERS_DISAGREE(
        "too coarse a model: some servers of that kind would draw less, and others more"),
    /** The numbers are estimates of which nobody has said how far off they may be. */
    UNKNOWN_ERROR(
        "an error that nobody states: how far off these estimates may be is not known; give the"
            + " meter error=...");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** Half a sentence for a report. */
    public String text() {
      return text.replace("%s", "so many");
    }

    private String text(int comparisons) {
      return text.replace("%s", Integer.toString(comparisons));
    }

    /** Whether more runs might let something be claimed of a change of any size. */
    public boolean asksForMoreRuns() {
      return this == TOO_FEW_RUNS || this == TOO_MANY_COMPARISONS;
    }
  }

  /** The ratio itself. */
  public LogRatio ratio() {
    return energy.ratio();
  }

  /** Why nothing may be claimed, half a sentence for a report that names the family's size. */
  public Optional<String> reasonText() {
    return reason.map(each -> each.text(comparisons));
  }

  /** Judges a single comparison, planned as such. */
  public static EnergyComparison of(EnergyRatio ratio, double confidence) {
    return family(List.of(ratio), confidence).get(0);
  }

  /**
   * Judges a family of comparisons together, such as all pairs of levels.
   *
   * @param ratios in the same order as the result; where both sides of one come from different
   *     meters, its error is that of the coarser one
   * @param confidence that of the ratios' intervals, such as 0.95
   */
  public static List<EnergyComparison> family(List<EnergyRatio> ratios, double confidence) {
    List<Double> adjusted =
        Holm.adjust(ratios.stream().map(each -> each.ratio().pValue()).toList());
    List<Double> beyond = Holm.adjust(ratios.stream().map(EnergyRatio::pValue).toList());
    List<EnergyComparison> comparisons = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      comparisons.add(
          corrected(ratios.get(i), adjusted.get(i), beyond.get(i), ratios.size(), confidence));
    }
    return comparisons;
  }

  /**
   * Judges a comparison whose p-values have been corrected over its family already.
   *
   * @param adjustedPValue of {@link LogRatio#pValue()} after the correction
   * @param adjustedPValueBeyondError of {@link EnergyRatio#pValue()} after the correction
   * @param comparisons of the family, at least 1
   */
  public static EnergyComparison corrected(
      EnergyRatio energy,
      double adjustedPValue,
      double adjustedPValueBeyondError,
      int comparisons,
      double confidence) {
    Interval.checkConfidence(confidence);
    double alpha = 1 - confidence;
    boolean claimed = adjustedPValueBeyondError < alpha;
    return new EnergyComparison(
        energy,
        adjustedPValue,
        adjustedPValueBeyondError,
        comparisons,
        !claimed
            ? EnergyVerdict.NOT_DISTINGUISHABLE
            : energy.ratio().ratio() < 1 ? EnergyVerdict.SAVED : EnergyVerdict.COSTS,
        claimed ? Optional.empty() : Optional.of(reason(energy, adjustedPValue < alpha, alpha)));
  }

  /**
   * @param shown whether a change is certain, though none beyond the error
   */
  private static Reason reason(EnergyRatio energy, boolean shown, double alpha) {
    if (Double.isInfinite(energy.relativeError())) {
      return Reason.UNKNOWN_ERROR;
    }
    if (shown && energy.isDisputed()) {
      return Reason.SERVERS_DISAGREE;
    }
    if (energy.isWithinError(energy.ratio().ratio())) {
      boolean hopeless =
          energy
              .ratio()
              .interval()
              .filter(
                  bounds ->
                      energy.isWithinError(bounds.low()) && energy.isWithinError(bounds.high()))
              .isPresent();
      if (energy.relativeError() > 0 && (shown || hopeless)) {
        return Reason.TOO_COARSE_METER;
      }
    }
    if (energy.pValue() < alpha) {
      return Reason.TOO_MANY_COMPARISONS;
    }
    return energy.ratio().pValue() < alpha
        ? shown ? Reason.TOO_FEW_RUNS_BESIDE_ERROR : Reason.TOO_MANY_COMPARISONS
        : Reason.TOO_FEW_RUNS;
  }
}
