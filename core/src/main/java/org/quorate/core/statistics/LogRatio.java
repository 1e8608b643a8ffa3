package org.quorate.core.statistics;

import java.util.Optional;

/**
 * By what factor a second level differs from a first one, on the logarithmic scale, on which a
 * saving of a half and a doubling are equally far from no change.
 */
public sealed interface LogRatio permits PairedLogRatio, WelchLogRatio {
  /** The geometric mean of second over first. */
  double ratio();

  /** The interval of that ratio; empty for too few runs to bound anything. */
  Optional<Interval> interval();

  /** Two-sided, for a true ratio of one; 1 for too few runs to show anything. */
  double pValue();

  /**
   * Two-sided, for a true ratio within a distance of one: the test against whichever end of that
   * range is nearest (the minimum-effect test of Murphy and Myors, Journal of Applied Psychology
   * 84, 1999, in the form of a t test). Never below {@link #pValue()}, which is its value at a
   * distance of 0, and below 1 - confidence exactly where the interval lies beyond that range.
   *
   * @param distance on the logarithmic scale, at least 0
   */
  double pValueBeyond(double distance);
}
