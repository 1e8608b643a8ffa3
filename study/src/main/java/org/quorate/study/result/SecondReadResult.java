package org.quorate.study.result;

/**
 * Stale reads counted as the Harmony paper counts them: each read is followed by a second read of
 * the same row at a stronger level, and counts as stale where the two differ. A write between the
 * two makes them differ as well, so this is an upper bound in expectation, not the exact count.
 *
 * @param level of the second reads
 * @param pairs reads whose second read succeeded
 * @param differing pairs whose versions differ
 */
public record SecondReadResult(String level, long pairs, long differing) {
  /** Differing pairs over pairs, 0 where there were none. */
  public double staleRate() {
    return pairs == 0 ? 0 : (double) differing / pairs;
  }
}
