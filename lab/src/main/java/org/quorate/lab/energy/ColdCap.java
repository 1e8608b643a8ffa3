package org.quorate.lab.energy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.pool.Pool;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.power.cap.Cap;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.ProcessorCap;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.CapResult;

/**
 * The cap of a local cluster's cold pool, by whatever {@link ProcessorCap} is sound for it. That is
 * a processor quota: servers of one machine share its processors, whose clock cannot be lowered for
 * some of the servers alone. Used by one thread; a cap ends with the next one, or with the cluster.
 */
public final class ColdCap {
  private final @Nullable ProcessorCap cap;

  /** Not a number while it is not known what is in effect. */
  private double asked = RunSettings.NO_CAP;

  private @Nullable Cap inEffect;

  /** Caps nothing yet. */
  public ColdCap(RunningCluster cluster) {
    this(cluster, ProcessorQuotaCap.byControlGroups(cluster));
  }

  /**
   * @param quotas null where this machine has none
   */
  ColdCap(RunningCluster cluster, ProcessorQuotaCap.@Nullable Quotas quotas) {
    List<RunningNode> cold =
        cluster.nodes().stream()
            .filter(node -> cluster.spec().pool(node.index()) == Pool.COLD)
            .toList();
    Double cores = cluster.spec().processorQuota();
    this.cap = cold.isEmpty() || cores == null ? null : new ProcessorQuotaCap(cold, cores, quotas);
  }

  /**
   * Finds out, without changing anything, whether a run's cap can be put into effect on servers of
   * this machine.
   *
   * @throws BackendException saying why not, and what to do instead
   */
  public static void check(RunSettings run) throws BackendException {
    if (run.coldCap() == RunSettings.NO_CAP) {
      return;
    }
    PowerSettings power = run.power();
    if (power != null && power.cap() == CapKind.FREQUENCY) {
      throw new BackendException(
          "The clock of cold nodes alone cannot be lowered here: all servers of a local cluster"
              + " share this machine's processors, so that hot nodes would become slower too; write"
              + " power: {cap: quota}, or run the study on a cluster of your own, once with"
              + " ./quorate power cap on its cold hosts and once without.");
    }
    if (run.cluster().processorQuota() == null) {
      throw new BackendException(
          "The cold pool is capped by processor quotas, which its nodes do not have; set cluster:"
              + " processor-quota.");
    }
  }

  /**
   * Puts a cap into effect, unless it is already, and reads it back. Where it cannot be put into
   * effect on all cold nodes, what was in effect before is put back; where that fails too, the next
   * call sets every node anew, whatever it asks for. Without cold nodes nothing is done.
   *
   * @param share of their quota that cold nodes may use, above 0 and up to 1
   * @throws BackendException when it cannot be changed
   */
  public void set(double share) throws BackendException {
    ProcessorCap actuator = cap;
    if (share == asked || actuator == null) {
      return;
    }
    asked = Double.NaN;
    inEffect = null;
    try {
      if (share == RunSettings.NO_CAP) {
        actuator.restore();
      } else {
        inEffect = actuator.apply(share);
      }
    } catch (CapException e) {
      throw new BackendException("The cold pool cannot be capped: " + e.getMessage(), e);
    }
    asked = share;
  }

  /** The cap in effect, as results keep it; empty where there is none. */
  public Optional<CapResult> inEffect() {
    return Optional.ofNullable(inEffect)
        .map(on -> new CapResult(on.by(), on.asked(), on.reached(), on.detail()));
  }
}
