package org.quorate.core.policy;

import org.quorate.core.recency.AgeBins;

/**
 * How likely reads are stale that are sent at the weakest level, as a policy has it by what is
 * known. Pure.
 */
@FunctionalInterface
public interface StaleReads {
  /**
   * The expected share of stale ones among reads of one kind, where a bound is not asked for.
   *
   * @param bin of the age of the row's newest write by this process, 0 to {@link AgeBins#NEVER}
   * @param keyClass of its key
   * @return 0 to 1
   */
  double share(int bin, int keyClass);
}
