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
}
