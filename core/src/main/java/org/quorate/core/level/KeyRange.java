package org.quorate.core.level;

/**
 * A range of the ring, by the tokens of partitions. One whose end is not above its start wraps
 * around, as the server's ranges do; equal ends are the whole ring. Immutable.
 *
 * @param after token before the first of the range
 * @param last token of the range
 */
public record KeyRange(long after, long last) {
  /** Whether a partition is in the range. */
  public boolean contains(long token) {
    return after < last ? token > after && token <= last : token > after || token <= last;
  }
}
