package org.quorate.cassandra.sample;

/** What the two reads of a pair say about the weaker one. */
enum PairFinding {
  /** Nothing in the weaker answer differs from the other. */
  SAME,
  /** It lacks something that had been written before the pair was sent. */
  STALE,
  /** It lacks nothing but what was written, by its writer's clock, since the pair was sent. */
  UNDER_WAY,
  /** It has something newer than the other. */
  NEWER,
  /** They differ by something that has no date, such as a deletion. */
  UNDECIDED;

  /**
   * Whether it tells that the weaker read was stale, or that it was not. What was written since by
   * the clock of its writer may have been written before, where that clock is ahead.
   */
  boolean isTelling() {
    return this != UNDECIDED && this != UNDER_WAY;
  }
}
