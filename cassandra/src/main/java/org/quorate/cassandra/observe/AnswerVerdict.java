package org.quorate.cassandra.observe;

/** What follows for the read level of a table from what was seen of it. */
public enum AnswerVerdict {
  /** Every read meets every write: there is no staleness to give up anything for. */
  NEVER_STALE,
  /** It is read so seldom that no level of it is worth changing. */
  HARDLY_READ,
  /** It has counters, of which nothing can be compared: keep its level. */
  NOT_COMPARABLE,
  /** It is read at the weakest level; pairs, if any, say what that costs in stale reads. */
  AT_THE_WEAKEST,
  /** A weaker level than the one in use meets every write too, at the level writes are taken at. */
  STRONGER_THAN_NEEDED,
  /** Pairs say how many stale reads the weakest level would cost. */
  MEASURED,
  /** There are pairs, but they do not support a change, as the limits say: keep the level. */
  TOO_FEW_PAIRS,
  /** There are pairs, but of rows drawn alike only: none that is in use was found. */
  NONE_IN_USE_FOUND,
  /** There are no pairs, and an estimate alone is no ground for a change. */
  ONLY_ESTIMATED
}
