package org.quorate.core.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a second level saves energy against a first one. A saving or a cost is claimed only if
 * the runs show it (Holm's adjusted p-value is below 1 - confidence, in which case the interval
 * excludes one too) and the ratio is farther from one than what the numbers come from can err.
 *
 * @param ratio energy of second over first
 * @param adjustedPValue after Holm's correction over the family
 * @param comparisons how many the family has, at least 1
 * @param relativeError what the meter or power model may be wrong by in such a ratio, as a share of
 *     it, such as 0.25; 0 for a meter that is trusted, infinite where it is not known, so that
 *     nothing may be said
 * @param verdict what may be said
 * @param reason why, if nothing may be said
 */
public record EnergyComparison(
    LogRatio ratio,
    double adjustedPValue,
    int comparisons,
    double relativeError,
    EnergyVerdict verdict,
    Optional<Reason> reason) {
  /** Why nothing may be claimed. */
  public enum Reason {
    /** The interval includes no change, but also changes that the meter could show. */
    TOO_FEW_RUNS("too few runs: the interval includes no change; more runs may show one"),
    /** By itself the interval excludes no change, but not after Holm's correction. */
    TOO_MANY_COMPARISONS(
        "too few runs: by itself the interval excludes no change, but among %s comparisons that may"
            + " be chance; more runs may show it"),
    /** Any change that more runs could bring out is smaller than what the meter may err by. */
    TOO_COARSE_METER(
        "too coarse a meter: the change is smaller than the error of the meter or model"),
    /** The numbers are estimates of which nobody has said how far off they may be. */
    UNKNOWN_ERROR(
        "an error that nobody states: how far off these estimates may be is not known; give the"
            + " meter error=...");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** Why a change is not claimed that may be due to an error of that size. */
    public static Reason ofError(double relativeError) {
      return Double.isInfinite(relativeError) ? UNKNOWN_ERROR : TOO_COARSE_METER;
    }

    /** Half a sentence for a report. */
    public String text() {
      return text.replace("%s", "so many");
    }

    private String text(int comparisons) {
      return text.replace("%s", Integer.toString(comparisons));
    }

    /** Whether more runs might let something be claimed. */
    public boolean asksForMoreRuns() {
      return this == TOO_FEW_RUNS || this == TOO_MANY_COMPARISONS;
    }
  }

  /** Why nothing may be claimed, half a sentence for a report that names the family's size. */
  public Optional<String> reasonText() {
    return reason.map(each -> each.text(comparisons));
  }

  /** Judges a single comparison, planned as such. */
  public static EnergyComparison of(LogRatio ratio, double confidence, double relativeError) {
    return family(List.of(ratio), confidence, relativeError).get(0);
  }

  /**
   * Judges a family of comparisons together, such as all pairs of levels.
   *
   * @param ratios in the same order as the result
   * @param confidence that of the ratios' intervals, such as 0.95
   * @param relativeError at least 0; where both sides come from different meters, that of the
   *     coarser one
   * @throws IllegalArgumentException if a number is out of range
   */
  public static List<EnergyComparison> family(
      List<? extends LogRatio> ratios, double confidence, double relativeError) {
    Interval.checkConfidence(confidence);
    if (!(relativeError >= 0)) {
      throw new IllegalArgumentException(
          "A relative error is at least 0, but this one is " + relativeError + ".");
    }
    List<Double> adjusted = Holm.adjust(ratios.stream().map(LogRatio::pValue).toList());
    List<EnergyComparison> comparisons = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      comparisons.add(
          judge(ratios.get(i), adjusted.get(i), ratios.size(), confidence, relativeError));
    }
    return comparisons;
  }

  /**
   * Judges a comparison whose p-value has been corrected over its family already.
   *
   * @param adjustedPValue after the correction
   * @param comparisons of the family, at least 1
   */
  public static EnergyComparison corrected(
      LogRatio ratio,
      double adjustedPValue,
      int comparisons,
      double confidence,
      double relativeError) {
    Interval.checkConfidence(confidence);
    return judge(ratio, adjustedPValue, comparisons, confidence, relativeError);
  }

  private static EnergyComparison judge(
      LogRatio ratio, double adjusted, int comparisons, double confidence, double relativeError) {
    boolean shown = adjusted < 1 - confidence;
    boolean withinError = withinError(ratio.ratio(), relativeError);
    boolean claimed = shown && !withinError;
    EnergyVerdict verdict =
        !claimed
            ? EnergyVerdict.NOT_DISTINGUISHABLE
            : ratio.ratio() < 1 ? EnergyVerdict.SAVED : EnergyVerdict.COSTS;
    boolean hopeless =
        withinError
            && ratio
                .interval()
                .filter(
                    bounds ->
                        withinError(bounds.low(), relativeError)
                            && withinError(bounds.high(), relativeError))
                .isPresent();
    Optional<Reason> reason =
        claimed
            ? Optional.empty()
            : Optional.of(
                reason(
                    shown || hopeless || Double.isInfinite(relativeError),
                    ratio.pValue() < 1 - confidence,
                    relativeError));
    return new EnergyComparison(ratio, adjusted, comparisons, relativeError, verdict, reason);
  }

  private static Reason reason(boolean coarse, boolean shownAlone, double relativeError) {
    return coarse
        ? Reason.ofError(relativeError)
        : shownAlone ? Reason.TOO_MANY_COMPARISONS : Reason.TOO_FEW_RUNS;
  }

  private static boolean withinError(double ratio, double relativeError) {
    return Math.abs(ratio - 1) < relativeError;
  }
}
