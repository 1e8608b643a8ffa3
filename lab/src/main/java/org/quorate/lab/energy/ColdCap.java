package org.quorate.lab.energy;

import java.io.IOException;
import java.util.Optional;
import org.quorate.core.pool.Pool;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ControlGroups;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;

/**
 * Caps the processors of the cold pool to a share of their quota, which stands for the lower clock
 * frequency that real servers would be given: the servers of the lab share one machine's
 * processors, whose frequency cannot differ between them. A quota makes a server do less in the
 * same time, like a lower frequency, but saves no voltage. Used by one thread; a cap ends with the
 * next one, or with the cluster's control groups.
 */
public final class ColdCap {
  private final RunningCluster cluster;
  private double inEffect = RunSettings.NO_CAP;

  /** Caps nothing yet. */
  public ColdCap(RunningCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Puts a cap into effect, unless it is already.
   *
   * @param share of their quota that cold nodes may use, above 0 and up to 1
   * @throws BackendException when nodes have no quota of their own, or it cannot be changed
   */
  public void set(double share) throws BackendException {
    if (share == inEffect) {
      return;
    }
    Double quota = cluster.spec().processorQuota();
    Optional<ControlGroups> groups = ControlGroups.detect();
    if (quota == null || groups.isEmpty()) {
      throw new BackendException(
          "The cold pool is capped by processor quotas, which its nodes do not have; set cluster:"
              + " processor-quota.");
    }
    try {
      for (RunningNode node : cluster.nodes()) {
        if (cluster.spec().pool(node.index()) == Pool.COLD) {
          groups.get().create(cluster.spec().name(), node.name(), quota * share);
        }
      }
    } catch (IOException e) {
      throw new BackendException("The cold pool cannot be capped: " + e.getMessage() + ".", e);
    }
    inEffect = share;
  }
}
