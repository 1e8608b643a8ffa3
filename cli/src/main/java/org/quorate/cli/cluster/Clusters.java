package org.quorate.cli.cluster;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.plan.StoreEngine;

/** The clusters of this machine's user. */
final class Clusters {
  private static final long SEED = 1;

  private final Path directory;
  private final Path servers;
  private final ClusterRegistry registry;

  private Clusters(Path directory, Path servers) {
    this.directory = directory;
    this.servers = servers;
    this.registry = new ClusterRegistry(directory);
  }

  static Clusters ofUser() {
    CacheDirectory cache = CacheDirectory.ofUser();
    return new Clusters(cache.clusters(), cache.servers());
  }

  ClusterRegistry registry() {
    return registry;
  }

  /**
   * Starts clusters of a store, whose links, where they are relayed, have this delay.
   *
   * @param delay one-way
   */
  Engine engine(StoreEngine store, DelayDistribution delay) {
    ServerLibrary library = new ServerLibrary(servers);
    LinkProcess links = new LinkProcess(directory, delay, SEED);
    return switch (store) {
      case CASSANDRA -> new CassandraEngine(registry, library, links);
      case HBASE -> new HBaseEngine(registry, library, links);
    };
  }

  /** The recorded cluster of this name or, where no name is given, the only one there is. */
  ClusterRecord record(@Nullable String name) throws CommandFailure {
    List<ClusterRecord> records = registry.list();
    String names =
        records.stream().map(each -> each.spec().name()).collect(Collectors.joining(", "));
    if (records.isEmpty()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "No cluster is running; start one with: quorate cluster up");
    }
    if (name == null) {
      if (records.size() > 1) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT, "Several clusters are running; name one of: " + names + ".");
      }
      return records.get(0);
    }
    return records.stream()
        .filter(each -> each.spec().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitStatus.WRONG_INPUT,
                    "No cluster named " + name + " is running; there are: " + names + "."));
  }

  /** Takes hold of the cluster of this name or, where no name is given, of the only one. */
  RunningCluster attach(@Nullable String name) throws CommandFailure, EngineException {
    return attach(record(name));
  }

  /** Takes hold of a recorded cluster. */
  RunningCluster attach(ClusterRecord record) throws EngineException {
    return engine(StoreEngine.parse(record.store()), DelayDistribution.NONE)
        .attach(record.spec().name());
  }

  /** The same of a cluster of Cassandra, whose nodes can rest. */
  RunningCluster attachCassandra(@Nullable String name) throws CommandFailure, EngineException {
    ClusterRecord record = record(name);
    if (!record.store().equals(CassandraEngine.STORE)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "Cluster "
              + record.spec().name()
              + " is one of "
              + record.store()
              + ", whose servers rest in studies with offload only; name one of cassandra.");
    }
    return attach(record);
  }

  /** The names of nodes and services as they were given, each once. */
  static List<String> names(RunningCluster cluster, List<String> given) throws CommandFailure {
    Set<String> names = new LinkedHashSet<>();
    for (String each : given) {
      names.add(process(cluster, each).name());
    }
    return List.copyOf(names);
  }

  /** The node or service of this name, {@code node2} or {@code 2} or {@code master}. */
  static RunningProcess process(RunningCluster cluster, String name) throws CommandFailure {
    Stream<RunningNode> nodes =
        cluster.nodes().stream().filter(node -> Integer.toString(node.index()).equals(name));
    Stream<RunningProcess> named =
        Stream.<RunningProcess>concat(cluster.nodes().stream(), cluster.services().stream())
            .filter(process -> process.name().equals(name));
    return Stream.concat(nodes, named)
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitStatus.WRONG_INPUT,
                    "Cluster "
                        + cluster.spec().name()
                        + " has no node \""
                        + name
                        + "\"; it has node1"
                        + (cluster.nodes().size() > 1 ? " to node" + cluster.nodes().size() : "")
                        + cluster.services().stream()
                            .map(service -> ", " + service.name())
                            .collect(Collectors.joining())
                        + "."));
  }
}
