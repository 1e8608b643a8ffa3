package org.quorate.cli.estimate;

import java.util.List;
import java.util.Map;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.Leg;

/**
 * A table at a load, as an estimate begins with it. Immutable.
 *
 * @param label what it is, such as a study's cell or a table
 * @param replicas of each row, in one data centre
 * @param writeLevel at which it is written
 * @param readsPerSecond of the whole table
 * @param writesPerSecond likewise
 * @param popularity how both spread over keys
 * @param keysText the same in words
 * @param leg one way between two replicas
 * @param legText the same in words
 * @param counted what the oracle counted there, sentences; empty where nothing was counted
 */
record Situation(
    String label,
    int replicas,
    Level writeLevel,
    double readsPerSecond,
    double writesPerSecond,
    KeyPopularity popularity,
    String keysText,
    Leg leg,
    String legText,
    List<String> counted) {
  /** The name of the one data centre that there is. */
  private static final String DATA_CENTER = "dc1";

  Situation {
    counted = List.copyOf(counted);
    if (writeLevel.replicas(replicas) > replicas) {
      throw new IllegalArgumentException(
          "Writes at "
              + writeLevel
              + " need more than the "
              + replicas
              + " replicas that there are"
              + ".");
    }
  }

  ReadLevels levels() {
    return ReadLevels.like(
        Level.ONE, new Replication(Map.of(DATA_CENTER, replicas)), DATA_CENTER, writeLevel);
  }
}
