package org.quorate.cli.estimate;

import java.util.List;
import java.util.Map;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;

/**
 * A table at a load, as an estimate begins with it. Immutable.
 *
 * @param label what it is, such as a study's cell or a table
 * @param writeLevel at which it is written
 * @param readsPerSecond of the whole table
 * @param writesPerSecond likewise
 * @param popularity how both spread over keys
 * @param keysText the same in words
 * @param rows where the replicas of a row may be, in one data centre, and how far apart; at least
 *     one
 * @param legText the latter in words
 * @param choice to which replicas reads are sent
 * @param counted what the oracle counted there, sentences; empty where nothing was counted
 */
record Situation(
    String label,
    Level writeLevel,
    double readsPerSecond,
    double writesPerSecond,
    KeyPopularity popularity,
    String keysText,
    List<ReplicaRow> rows,
    String legText,
    ReplicaChoice choice,
    List<String> counted) {
  /** The name of the one data centre that there is. */
  private static final String DATA_CENTER = "dc1";

  Situation {
    rows = List.copyOf(rows);
    counted = List.copyOf(counted);
    int replicas = rows.get(0).replicas();
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

  /** Of each row. */
  int replicas() {
    return rows.get(0).replicas();
  }

  ReadLevels levels() {
    return ReadLevels.like(
        Level.ONE, new Replication(Map.of(DATA_CENTER, replicas())), DATA_CENTER, writeLevel);
  }
}
