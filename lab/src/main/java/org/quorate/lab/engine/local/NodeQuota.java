package org.quorate.lab.engine.local;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.process.ControlGroup;
import org.quorate.lab.process.ControlGroups;
import org.quorate.study.plan.HostPlan;

/**
 * The processor quota of a node: its own, or its host's, which other nodes and the services beside
 * them share. A process starts with all processors and is held to its quota once it is ready, since
 * starting takes more than anything that it does later. Stateless.
 */
final class NodeQuota {
  private NodeQuota() {}

  /** The host of a node while all hosts are on; that of its own where hosts have no quota. */
  static int home(ClusterSpec spec, int index) {
    ClusterSpec.HostQuota ofHost = spec.hostQuota();
    return spec.hosts(ofHost == null ? 1 : ofHost.nodesPerHost()).host(index);
  }

  /** The control group of a node, its own or its host's; empty where it has no quota. */
  static Optional<ControlGroup> of(ClusterSpec spec, String node, int host) {
    return spec.processorQuota() == null
        ? ofHost(spec, host)
        : ControlGroups.detect().map(groups -> groups.group(spec.name(), node));
  }

  /** The control group of a host; empty where hosts have no quota. */
  static Optional<ControlGroup> ofHost(ClusterSpec spec, int host) {
    return spec.hostQuota() == null
        ? Optional.empty()
        : ControlGroups.detect().map(groups -> groups.group(spec.name(), HostPlan.name(host)));
  }

  /**
   * Makes the control group that the node's process is to join, or finds it, without a limit.
   *
   * @param host that the node is on
   * @return null where the cluster has no quota
   * @throws EngineException when this machine or user cannot have quotas
   */
  static @Nullable ControlGroup unlimited(ClusterSpec spec, String node, int host)
      throws EngineException {
    return spec.processorQuota() == null
        ? unlimitedOfHost(spec, host)
        : group(spec, node, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Makes the control group of a host, or finds it, without a limit.
   *
   * @return null where hosts have no quota
   * @throws EngineException when this machine or user cannot have quotas
   */
  static @Nullable ControlGroup unlimitedOfHost(ClusterSpec spec, int host) throws EngineException {
    return spec.hostQuota() == null
        ? null
        : group(spec, HostPlan.name(host), Runtime.getRuntime().availableProcessors());
  }

  /** Holds a host to the quota of the cluster, where hosts have one. */
  static void holdHost(ClusterSpec spec, int host) throws EngineException {
    ClusterSpec.HostQuota ofHost = spec.hostQuota();
    if (ofHost != null) {
      group(spec, HostPlan.name(host), ofHost.cores());
    }
  }

  /** Holds the node, or its host, to the quota of the cluster, where it has one. */
  static void hold(ClusterSpec spec, String node, int host) throws EngineException {
    Double ofNode = spec.processorQuota();
    if (ofNode != null) {
      group(spec, node, ofNode);
    } else {
      holdHost(spec, host);
    }
  }

  private static ControlGroup group(ClusterSpec spec, String name, double cores)
      throws EngineException {
    Optional<ControlGroups> groups = ControlGroups.detect();
    if (groups.isEmpty()) {
      throw new EngineException(
          "This machine has no control groups for processors, so nodes cannot have a quota; leave"
              + " the quota out.");
    }
    try {
      return groups.get().create(spec.name(), name, cores);
    } catch (IOException failure) {
      throw new EngineException(
          "A processor quota cannot be set: "
              + failure
              + "; run as a user who may make control groups, or leave the quota out.",
          failure);
    }
  }
}
