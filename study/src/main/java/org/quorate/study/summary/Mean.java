package org.quorate.study.summary;

import java.util.List;
import org.quorate.core.statistics.BlockMean;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;

/**
 * A mean over runs with its 95 % interval.
 *
 * @param runs number of runs; with fewer than 2 the interval is not known and {@code low} and
 *     {@code high} are NaN
 */
public record Mean(double mean, double low, double high, int runs) {
  /** Of all intervals. */
  public static final double CONFIDENCE = 0.95;

  /** The rule of three (Hanley and Lippman-Hand, JAMA 249, 1983): -ln 0.05, rounded up. */
  private static final double RULE_OF_THREE = 3;

  /** The mean with Student's interval; nothing known where there are no values. */
  public static Mean of(List<Double> values) {
    return values.isEmpty()
        ? new Mean(Double.NaN, Double.NaN, Double.NaN, 0)
        : of(BlockMean.of(values, CONFIDENCE));
  }

  /** The mean of values that cannot be negative, with an interval that is not either. */
  public static Mean ofPositive(List<Double> values) {
    Mean estimate = of(values);
    return new Mean(
        estimate.mean(),
        Double.isNaN(estimate.low()) ? Double.NaN : Math.max(0, estimate.low()),
        estimate.high(),
        estimate.runs());
  }

  /** The mean of blocks with its interval. */
  public static Mean of(BlockMean mean) {
    return mean.blocks() < 2
        ? new Mean(mean.mean(), Double.NaN, Double.NaN, mean.blocks())
        : new Mean(mean.mean(), mean.interval().low(), mean.interval().high(), mean.blocks());
  }

  /** The ratio of two means with Fieller's interval. */
  public static Mean of(PairedRatio ratio, int pairs) {
    return new Mean(
        Double.isFinite(ratio.ratio()) ? ratio.ratio() : Double.NaN,
        ratio.interval().map(Interval::low).orElse(Double.NaN),
        ratio.interval().map(Interval::high).orElse(Double.NaN),
        pairs);
  }

  /** The geometric mean of ratios with its interval. */
  public static Mean of(PairedLogRatio ratio, int pairs) {
    return new Mean(
        ratio.ratio(),
        ratio.interval().map(Interval::low).orElse(Double.NaN),
        ratio.interval().map(Interval::high).orElse(Double.NaN),
        pairs);
  }

  /** The same with an interval that has in it what the energies may be off by. */
  public static Mean of(EnergyRatio ratio, int pairs) {
    return new Mean(
        ratio.ratio().ratio(),
        ratio.interval().map(Interval::low).orElse(Double.NaN),
        ratio.interval().map(Interval::high).orElse(Double.NaN),
        pairs);
  }

  /**
   * The mean of rates, its interval kept from 0 to 1. Where no run had an event the interval over
   * runs would be a single point; it is then 0 to {@link #ruleOfThree}.
   *
   * @param events over all runs
   * @param trials over all runs
   */
  public static Mean ofRates(List<Double> rates, long events, long trials) {
    if (rates.isEmpty()) {
      return of(rates);
    }
    if (events == 0) {
      return new Mean(0, 0, ruleOfThree(trials), rates.size());
    }
    Mean estimate = ofPositive(rates);
    return new Mean(
        estimate.mean(),
        estimate.low(),
        Double.isNaN(estimate.high()) ? Double.NaN : Math.min(1, estimate.high()),
        estimate.runs());
  }

  /** The upper 95 % bound of a rate of which no event was seen in so many independent trials. */
  public static double ruleOfThree(long trials) {
    return trials == 0 ? 1 : Math.min(1, RULE_OF_THREE / trials);
  }

  /** Whether the interval is known, and has two ends. */
  public boolean hasInterval() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  /** The mean alone, where the interval would answer another question than the test did. */
  public Mean withoutInterval() {
    return new Mean(mean, Double.NaN, Double.NaN, runs);
  }
}
