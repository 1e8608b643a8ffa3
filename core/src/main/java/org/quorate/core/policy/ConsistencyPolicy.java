package org.quorate.core.policy;

import org.quorate.core.staleness.Observation;

/** Chooses the level of reads. Implementations are pure and thread-safe. */
public interface ConsistencyPolicy {
  /** The name in studies and reports, with its settings, for example {@code harmony 20%}. */
  String name();

  /** The level for what was observed. */
  Decision decide(Observation observation);
}
