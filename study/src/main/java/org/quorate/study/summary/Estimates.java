package org.quorate.study.summary;

import java.util.List;
import org.quorate.core.statistics.BlockMean;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;

/** Estimates from one number per run. Stateless. */
final class Estimates {
  static final double CONFIDENCE = 0.95;

  /** The rule of three (Hanley and Lippman-Hand, JAMA 249, 1983): -ln 0.05, rounded up. */
  private static final double RULE_OF_THREE = 3;

  private Estimates() {}

  /** The mean with Student's interval; nothing known where there are no values. */
  static Estimate of(List<Double> values) {
    return values.isEmpty()
        ? new Estimate(Double.NaN, Double.NaN, Double.NaN, 0)
        : of(BlockMean.of(values, CONFIDENCE));
  }

  /** The mean of values that cannot be negative, with an interval that is not either. */
  static Estimate ofPositive(List<Double> values) {
    Estimate estimate = of(values);
    return new Estimate(
        estimate.mean(),
        Double.isNaN(estimate.low()) ? Double.NaN : Math.max(0, estimate.low()),
        estimate.high(),
        estimate.runs());
  }

  static Estimate of(BlockMean mean) {
    return mean.blocks() < 2
        ? new Estimate(mean.mean(), Double.NaN, Double.NaN, mean.blocks())
        : new Estimate(mean.mean(), mean.interval().low(), mean.interval().high(), mean.blocks());
  }

  /** The ratio of two means with Fieller's interval. */
  static Estimate of(PairedRatio ratio, int pairs) {
    return new Estimate(
        Double.isFinite(ratio.ratio()) ? ratio.ratio() : Double.NaN,
        ratio.interval().map(Interval::low).orElse(Double.NaN),
        ratio.interval().map(Interval::high).orElse(Double.NaN),
        pairs);
  }

  /** The geometric mean of ratios with its interval. */
  static Estimate of(PairedLogRatio ratio, int pairs) {
    return new Estimate(
        ratio.ratio(),
        ratio.interval().map(Interval::low).orElse(Double.NaN),
        ratio.interval().map(Interval::high).orElse(Double.NaN),
        pairs);
  }

  /** The mean alone, where the interval would answer another question than the test did. */
  static Estimate withoutInterval(Estimate estimate) {
    return new Estimate(estimate.mean(), Double.NaN, Double.NaN, estimate.runs());
  }

  /**
   * The mean of rates, its interval kept from 0 to 1. Where no run had an event the interval over
   * runs would be a single point; it is then 0 to {@link #ruleOfThree}.
   *
   * @param events over all runs
   * @param trials over all runs
   */
  static Estimate ofRates(List<Double> rates, long events, long trials) {
    if (rates.isEmpty()) {
      return of(rates);
    }
    if (events == 0) {
      return new Estimate(0, 0, ruleOfThree(trials), rates.size());
    }
    Estimate estimate = ofPositive(rates);
    return new Estimate(
        estimate.mean(),
        estimate.low(),
        Double.isNaN(estimate.high()) ? Double.NaN : Math.min(1, estimate.high()),
        estimate.runs());
  }

  /** The upper 95 % bound of a rate of which no event was seen in so many independent trials. */
  static double ruleOfThree(long trials) {
    return trials == 0 ? 1 : Math.min(1, RULE_OF_THREE / trials);
  }
}
