package org.quorate.lab.backend.cassandra;

import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;

/** Whether a cluster of Cassandra has replicas enough for a run's levels, whosever. Stateless. */
public final class LevelCheck {
  private LevelCheck() {}

  /**
   * Checks the levels of reads, where they are fixed, and of writes.
   *
   * @throws BackendException for the first that is not possible
   */
  public static void check(RunSettings run) throws BackendException {
    Optional<Level> fixed = run.readPolicy().fixedLevel();
    if (fixed.isPresent()) {
      check(fixed.get(), run.cluster());
    }
    check(run.writeLevel(), run.cluster());
  }

  private static void check(Level level, ClusterSettings settings) throws BackendException {
    int replicas = settings.replicationFactor() * settings.dataCenters().size();
    if (level.replicas(replicas) > replicas) {
      throw new BackendException(
          "Level "
              + level
              + " needs more than the "
              + replicas
              + " replicas of each row; raise the replication factor or choose a lower level.");
    }
  }
}
