package org.quorate.cli.observe;

import java.math.BigDecimal;
import java.math.MathContext;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.core.staleness.Propagation;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;

/** Numbers of a report as text. Pure. */
final class Words {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SMALLEST = 1e-6;

  private Words() {}

  static String time(double seconds) {
    return TimeUnits.text(seconds * NANOS_PER_SECOND);
  }

  /** Such as {@code 812 per second (700 to 930)}. */
  static String rate(MeanRate rate) {
    if (!rate.isKnown()) {
      return "not known";
    }
    String mean = Numbers.of(rate.mean()) + " per second";
    String low = Numbers.of(rate.low());
    String high = Numbers.of(rate.high());
    return low.equals(high) ? mean : mean + " (" + low + " to " + high + ")";
  }

  /** Such as {@code 5.31 ms (4.92 ms to 5.90 ms)}. */
  static String propagation(Propagation time) {
    String value = time(time.seconds());
    return time.lowSeconds() == time.highSeconds()
        ? value
        : value + " (" + time(time.lowSeconds()) + " to " + time(time.highSeconds()) + ")";
  }

  /** Such as {@code 0.51 % (0.42 to 0.63)}; may exceed 100 %. */
  static String estimate(RateEstimate estimate) {
    String bounds = bounds(estimate);
    return bounds.isEmpty() ? value(estimate) : value(estimate) + " (" + bounds + ")";
  }

  /** Such as {@code 0.51 %}. */
  static String value(RateEstimate estimate) {
    return Numbers.percent(estimate.raw());
  }

  /** Such as {@code 0.42 to 0.63}, in percent to two digits; empty where both are the same. */
  static String bounds(RateEstimate estimate) {
    String low = twoDigits(100 * estimate.low());
    String high = twoDigits(100 * estimate.high());
    return low.equals(high) ? "" : low + " to " + high;
  }

  /** A bound needs no third digit. */
  private static String twoDigits(double value) {
    return value < SMALLEST
        ? Numbers.of(value)
        : BigDecimal.valueOf(value).round(new MathContext(2)).toPlainString();
  }

  /** {@code 1 node}, {@code 3 nodes}. */
  static String count(long count, String one) {
    return Numbers.count(count) + " " + one + (count == 1 ? "" : "s");
  }
}
