package org.quorate.lab.engine;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
 * @param services what belongs to the cluster beside its nodes, in the order of their start
 * @param helpers further processes that belong to the cluster, as those of its interconnect
 */
public record ClusterRecord(
    ClusterSpec spec,
    String store,
    Path directory,
    Instant startedAt,
    @Nullable ProcessIdentity launcher,
    List<NodeRecord> nodes,
    List<ServiceRecord> services,
    List<ProcessIdentity> helpers) {
  public ClusterRecord {
    nodes = List.copyOf(nodes);
    services = List.copyOf(services);
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

  /** The folder of the files of one node or service. */
  public Path nodeDirectory(String process) {
    return directory.resolve(process);
  }

  /** The folder of one process's logs, the one thing that stays when the cluster is cleaned up. */
  public Path logDirectory(String process) {
    return nodeDirectory(process).resolve("log");
  }

  /** The folder of files that several processes use together; not every store has it. */
  public Path sharedDirectory() {
    return sharedDirectory(directory);
  }

  /** That folder of a cluster that keeps its files in {@code directory}. */
  public static Path sharedDirectory(Path directory) {
    return directory.resolve("shared");
  }

  /** The file in which a process itself writes down who it is, before its program begins. */
  public Path identityFile(String process) {
    return nodeDirectory(process).resolve("process");
  }

  /** The names of all nodes, then of all services. */
  public List<String> names() {
    return Stream.concat(
            nodes.stream().map(node -> node.addresses().name()),
            services.stream().map(ServiceRecord::name))
        .toList();
  }

  /** Every process of the cluster that still runs, nodes first. */
  public List<ProcessIdentity> livingProcesses() {
    List<ProcessIdentity> processes = new ArrayList<>();
    for (NodeRecord node : nodes) {
      add(processes, node.process(), node.addresses().name());
    }
    for (ServiceRecord service : services) {
      add(processes, service.process(), service.name());
    }
    processes.addAll(helpers);
    return processes.stream().distinct().filter(ProcessIdentity::isAlive).toList();
  }

  private void add(
      List<ProcessIdentity> processes, @Nullable ProcessIdentity recorded, String name) {
    if (recorded != null) {
      processes.add(recorded);
    }
    ChildProcess.recorded(identityFile(name)).ifPresent(processes::add);
  }

  /** The same cluster with one node's record replaced, matched by index. */
  public ClusterRecord with(NodeRecord changed) {
    List<NodeRecord> replaced =
        nodes.stream()
            .map(node -> node.addresses().index() == changed.addresses().index() ? changed : node)
            .toList();
    return withNodes(replaced);
  }

  /** The same cluster with one service's record replaced, matched by name. */
  public ClusterRecord with(ServiceRecord changed) {
    return withServices(
        services.stream()
            .map(service -> service.name().equals(changed.name()) ? changed : service)
            .toList());
  }

  /** The same cluster with other node records. */
  public ClusterRecord withNodes(List<NodeRecord> changed) {
    return new ClusterRecord(
        spec, store, directory, startedAt, launcher, changed, services, helpers);
  }

  /** The same cluster with other service records. */
  public ClusterRecord withServices(List<ServiceRecord> changed) {
    return new ClusterRecord(spec, store, directory, startedAt, launcher, nodes, changed, helpers);
  }

  /** The same cluster with other helpers. */
  public ClusterRecord withHelpers(List<ProcessIdentity> changed) {
    return new ClusterRecord(spec, store, directory, startedAt, launcher, nodes, services, changed);
  }

  /** The same cluster with every node and service ended on purpose. */
  public ClusterRecord allStopped() {
    return withNodes(
            nodes.stream().map(node -> node.with(node.process(), NodeState.STOPPED)).toList())
        .withServices(
            services.stream()
                .map(service -> service.with(service.process(), NodeState.STOPPED))
                .toList());
  }

  /** The same cluster belonging to no process. */
  public ClusterRecord detach() {
    return new ClusterRecord(spec, store, directory, startedAt, null, nodes, services, helpers);
  }
}
