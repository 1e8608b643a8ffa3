package org.quorate.core.statistics;

/** What a comparison of a second level with a first one shows. */
public enum Verdict {
  /** The second is lower. */
  LOWER,
  /** The second is higher. */
  HIGHER,
  /** The blocks do not show a difference; that is not proof that there is none. */
  NOT_DISTINGUISHABLE
}
