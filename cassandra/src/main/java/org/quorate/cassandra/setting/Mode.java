package org.quorate.cassandra.setting;

/** What an adaptive session does with the tables that it was told of. */
public enum Mode {
  /** It leaves every level alone, reads a small share of the reads once more, and compares. */
  OBSERVE,
  /** It chooses the level of reads. */
  ADAPT,
  /** It leaves every level alone, and reads nothing of its own. */
  OFF
}
