package org.quorate.power.energy;

/** What a gap of more than three periods between the readings of a gauge does. */
public enum GapRule {
  /** The energy is refused. */
  REFUSE,
  /** The gap is bridged by a straight line, and the result says for how many seconds. */
  IMPUTE
}
