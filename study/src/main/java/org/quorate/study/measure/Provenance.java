package org.quorate.study.measure;

/** Where a measure's numbers come from. */
public enum Provenance {
  /** Timed and counted by the load generator. */
  CLIENT,
  /** Judged from the recorded history. */
  ORACLE,
  /** A staleness model's estimate. */
  STALENESS_MODEL,
  /** Accounted by the operating system. */
  SYSTEM,
  /** Watts or joules of meters or a power model. */
  POWER,
  /** The same under an assumption. */
  ASSUMED_POWER,
  /** Computed from what was done. */
  COMPUTED
}
