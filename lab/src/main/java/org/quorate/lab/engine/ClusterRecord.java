package org.quorate.lab.engine;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What is written down of a running cluster, so that another process finds it, and so that nothing
 * of it outlives its launcher unseen.
 *
 * @param spec what was asked for
 * @param store the kind of store, as {@code cassandra}
 * @param directory where the cluster keeps its files
 * @param startedAt when its start began
 * @param launcher the process that it belongs to and ends with, or null when it is detached
 * @param nodes every node in the order of its index
 * @param helpers further processes that belong to the cluster, as those of its interconnect
 */
public record ClusterRecord(
    ClusterSpec spec,
    String store,
    Path directory,
    Instant startedAt,
    @Nullable ProcessIdentity launcher,
    List<NodeRecord> nodes,
    List<ProcessIdentity> helpers) {
  public ClusterRecord {
    nodes = List.copyOf(nodes);
    helpers = List.copyOf(helpers);
  }

  /** Whether the cluster is to go on running although its launcher has ended. */
  public boolean detached() {
    return launcher == null;
  }

  /** Whether the launcher that this cluster belongs to has ended without stopping it. */
  public boolean orphaned() {
    return launcher != null && !launcher.isAlive();
  }
}
