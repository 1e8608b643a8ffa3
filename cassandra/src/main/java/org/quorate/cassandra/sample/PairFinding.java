package org.quorate.cassandra.sample;

/** What the two reads of a pair say about the weaker one. */
enum PairFinding {
  /** Nothing in the weaker answer differs from the other. */
  SAME,
  /** It lacks something that had been written before the pair was sent. */
  STALE,
  /** It lacks nothing but what was written while the pair was under way. */
  UNDER_WAY,
  /** It has something newer than the other. */
  NEWER,
  /** They differ by something that has no date, such as a deletion. */
  UNDECIDED
}
