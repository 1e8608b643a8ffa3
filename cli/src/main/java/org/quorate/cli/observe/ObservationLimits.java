package org.quorate.cli.observe;

import java.time.Duration;

/** How much anybody may ask of a cluster that is observed. Stateless. */
public final class ObservationLimits {
  /** From one reading to the next. */
  public static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  /** Keys that are read in pairs in a second, of all tables of a keyspace together. */
  public static final int MOST_SAMPLED_KEYS = 50;

  private ObservationLimits() {}
}
