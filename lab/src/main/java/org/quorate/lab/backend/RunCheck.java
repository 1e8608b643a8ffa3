package org.quorate.lab.backend;

import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadPolicy;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/** Whether a run can be done on a real cluster as its settings say it is, whosever. Stateless. */
public final class RunCheck {
  private RunCheck() {}

  /**
   * Checks arrivals and levels.
   *
   * @throws BackendException for the first that is not possible
   */
  public static void check(RunSettings run) throws BackendException {
    if (run.load() instanceof LoadShape.Open open) {
      try {
        ArrivalProcess.parse(open.arrivals());
      } catch (IllegalArgumentException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    if (run.readPolicy() instanceof ReadPolicy.Fixed fixed) {
      check(fixed.level(), run.cluster());
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
