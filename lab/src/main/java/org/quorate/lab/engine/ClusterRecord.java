package org.quorate.lab.engine;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ChildProcess;
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

  /** The folder of one node's files. */
  public Path nodeDirectory(String node) {
    return directory.resolve(node);
  }

  /** The folder of one node's logs, the one thing that stays when the cluster is cleaned up. */
  public Path logDirectory(String node) {
    return nodeDirectory(node).resolve("log");
  }

  /** The file in which a node's process itself writes down who it is, before its program begins. */
  public Path identityFile(String node) {
    return nodeDirectory(node).resolve("process");
  }

  /** Every process of the cluster that still runs, nodes first. */
  public List<ProcessIdentity> livingProcesses() {
    List<ProcessIdentity> processes = new ArrayList<>();
    for (NodeRecord node : nodes) {
      if (node.process() != null) {
        processes.add(node.process());
      }
      ChildProcess.recorded(identityFile(node.addresses().name())).ifPresent(processes::add);
    }
    processes.addAll(helpers);
    return processes.stream().distinct().filter(ProcessIdentity::isAlive).toList();
  }

  /** The same cluster with one node's record replaced, matched by index. */
  public ClusterRecord with(NodeRecord changed) {
    List<NodeRecord> replaced =
        nodes.stream()
            .map(node -> node.addresses().index() == changed.addresses().index() ? changed : node)
            .toList();
    return withNodes(replaced);
  }

  /** The same cluster with other node records. */
  public ClusterRecord withNodes(List<NodeRecord> changed) {
    return new ClusterRecord(spec, store, directory, startedAt, launcher, changed, helpers);
  }

  /** The same cluster with other helpers. */
  public ClusterRecord withHelpers(List<ProcessIdentity> changed) {
    return new ClusterRecord(spec, store, directory, startedAt, launcher, nodes, changed);
  }

  /** The same cluster belonging to no process. */
  public ClusterRecord detach() {
    return new ClusterRecord(spec, store, directory, startedAt, null, nodes, helpers);
  }
}
