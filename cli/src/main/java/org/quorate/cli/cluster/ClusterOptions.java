package org.quorate.cli.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.MemorySize;
import picocli.CommandLine.Option;

/** What a cluster is to be, as options. */
final class ClusterOptions {
  static final String DEFAULT_NAME = "lab";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = DEFAULT_NAME,
      description = "Tells the cluster from others on this machine (default: ${DEFAULT-VALUE}).")
  private String name = DEFAULT_NAME;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes in one data centre (default: 3).")
  private @Nullable Integer nodes;

  @Option(
      names = "--dc",
      paramLabel = "DC:NODES[:RACKS],...",
      description = "Several data centres, instead of --nodes, such as dc1:3,dc2:3.")
  private @Nullable String dataCenters;

  @Option(
      names = "--replication-factor",
      paramLabel = "R",
      description =
          "Replicas of each row in each data centre (default: 3, or the number of nodes if that is"
              + " less).")
  private @Nullable Integer replicationFactor;

  @Option(
      names = "--delay",
      paramLabel = "DELAY",
      description =
          "One-way delay of every link between two nodes, such as 5ms, \"uniform 2ms..8ms\" or"
              + " \"lognormal 5ms 0.5\" (default: the links are not delayed).")
  private @Nullable String delay;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "1",
      description = "Tokens of each node; 1 gives evenly spaced ones (default: ${DEFAULT-VALUE}).")
  private int tokens = 1;

  @Option(
      names = "--pools",
      paramLabel = "LAYOUT",
      defaultValue = "balanced",
      description =
          "Hot nodes, which own ranges twice as large, and cold ones: hot-cold (half of them),"
              + " mostly-hot, mostly-cold, \"hot 1 of 4\", \"hot-cold 3:1\" (default:"
              + " ${DEFAULT-VALUE}, no pools).")
  private String pools = "balanced";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "192MiB",
      description = "Largest heap of each node (default: ${DEFAULT-VALUE}).")
  private String heap = "192MiB";

  @Option(
      names = "--processor-quota",
      paramLabel = "CORES",
      description = "Cores that each node may use, such as 0.5 (default: no limit).")
  private @Nullable Double processorQuota;

  @Option(
      names = "--quick-compiler",
      description =
          "Nodes compile their code quickly instead of well: at their steady speed within seconds,"
              + " and slower than they could be in the long run.")
  private boolean quickCompiler;

  @Option(
      names = "--server-version",
      paramLabel = "VERSION",
      defaultValue = CassandraEngine.DEFAULT_VERSION,
      description = "Version of Apache Cassandra (default: ${DEFAULT-VALUE}).")
  private String serverVersion = CassandraEngine.DEFAULT_VERSION;

  @Option(
      names = "--java-home",
      paramLabel = "DIR",
      description = "Java that runs the nodes (default: the one that runs this command).")
  private @Nullable Path javaHome;

  @Option(
      names = "--setting",
      paramLabel = "KEY=VALUE",
      description = "A further line of every node's cassandra.yaml; may be given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  String name() {
    return name;
  }

  /**
   * The cluster that is asked for.
   *
   * @throws IllegalArgumentException when it is impossible; the message is one sentence
   */
  ClusterSpec spec() {
    if (nodes != null && dataCenters != null) {
      throw new IllegalArgumentException(
          "--nodes and --dc both say how many nodes there are; leave one of them out.");
    }
    ClusterSpec.Builder builder =
        ClusterSpec.builder(name, serverVersion)
            .tokensPerNode(tokens)
            .pools(PoolLayout.parse(pools))
            .heap(MemorySize.parse(heap))
            .processorQuota(processorQuota)
            .quickCompiler(quickCompiler)
            .javaHome(javaHome)
            .relayed(relayed());
    if (nodes != null) {
      if (nodes < 1) {
        throw new IllegalArgumentException("A cluster needs at least 1 node; raise --nodes.");
      }
      builder.nodes(nodes);
    }
    if (dataCenters != null) {
      builder.dataCenters(DataCenterList.parse(dataCenters));
    }
    if (replicationFactor != null) {
      builder.replicationFactor(replicationFactor);
    }
    settings.forEach(builder::setting);
    return builder.build();
  }

  /** The delay of the links; none where they are not relayed. */
  DelayDistribution delay() {
    return delay == null ? DelayDistribution.NONE : DelayDistribution.parse(delay);
  }

  private boolean relayed() {
    return delay != null;
  }
}
