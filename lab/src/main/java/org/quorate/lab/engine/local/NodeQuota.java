package org.quorate.lab.engine.local;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.process.ControlGroup;
import org.quorate.lab.process.ControlGroups;

/**
 * The processor quota of a node: its own, or its host's, which other nodes share. A node starts with all
 * processors and is held to its quota once it is ready, since starting takes more than anything it does
 * later. Stateless.
 */
final class NodeQuota {
  private NodeQuota() {}

  /**
   * Makes the control group that the node's process is to join, or finds it.
   *
   * @param index of the node, from 1
   * @return null where the cluster has no quota
   * @throws EngineException when this machine or user cannot have quotas
   */
  static @Nullable ControlGroup of(ClusterSpec spec, String node, int index)
      throws EngineException {
    ClusterSpec.HostQuota ofHost = spec.hostQuota();
    if (ofHost != null) {
      return group(spec, "host" + ((index - 1) / ofHost.nodesPerHost() + 1), ofHost.cores());
    }
    Double ofNode = spec.processorQuota();
    return ofNode == null ? null : group(spec, node, ofNode);
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
