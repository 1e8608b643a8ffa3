package org.quorate.lab.energy;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
  private final @Nullable Quotas quotas;

  /** Not a number while it is not known what is in effect. */
  private double inEffect = RunSettings.NO_CAP;

  /** Gives one server a processor quota. */
  interface Quotas {
    /**
     * Changes it.
     *
     * @param cores that the server may use
     */
    void give(RunningNode node, double cores) throws IOException;
  }

  /** Caps nothing yet. */
  public ColdCap(RunningCluster cluster) {
    this(cluster, byControlGroups(cluster));
  }

  /**
   * @param quotas null where this machine has none
   */
  ColdCap(RunningCluster cluster, @Nullable Quotas quotas) {
    this.cluster = cluster;
    this.quotas = quotas;
  }

  private static @Nullable Quotas byControlGroups(RunningCluster cluster) {
    Optional<ControlGroups> groups = ControlGroups.detect();
    return groups.isEmpty()
        ? null
        : (node, cores) -> groups.get().create(cluster.spec().name(), node.name(), cores);
  }

  /**
   * Puts a cap into effect, unless it is already. Where it cannot be put into effect on all cold
   * nodes, what was in effect before is put back; where that fails too, the next call sets every
   * node anew, whatever it asks for.
   *
   * @param share of their quota that cold nodes may use, above 0 and up to 1
   * @throws BackendException when nodes have no quota of their own, or it cannot be changed
   */
  public void set(double share) throws BackendException {
    if (share == inEffect) {
      return;
    }
    Double quota = cluster.spec().processorQuota();
    Quotas given = quotas;
    if (quota == null || given == null) {
      throw new BackendException(
          "The cold pool is capped by processor quotas, which its nodes do not have; set cluster:"
              + " processor-quota.");
    }
    double before = inEffect;
    inEffect = Double.NaN;
    try {
      give(given, quota * share);
    } catch (IOException e) {
      try {
        give(given, quota * (Double.isNaN(before) ? RunSettings.NO_CAP : before));
        inEffect = Double.isNaN(before) ? RunSettings.NO_CAP : before;
      } catch (IOException stays) {
        e.addSuppressed(stays);
      }
      throw new BackendException("The cold pool cannot be capped: " + e.getMessage() + ".", e);
    }
    inEffect = share;
  }

  private void give(Quotas given, double cores) throws IOException {
    for (RunningNode node : cluster.nodes()) {
      if (cluster.spec().pool(node.index()) == Pool.COLD) {
        given.give(node, cores);
      }
    }
  }
}
