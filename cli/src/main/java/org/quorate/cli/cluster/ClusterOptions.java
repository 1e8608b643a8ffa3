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
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.plan.StoreEngine;
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
      names = "--engine",
      paramLabel = "STORE",
      defaultValue = CassandraEngine.STORE,
      description =
          "What the servers are: cassandra, or hbase, whose nodes are region servers (default:"
              + " ${DEFAULT-VALUE}).")
  private String engine = CassandraEngine.STORE;

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
          "One-way delay of every link between two nodes, with hbase between clients and each node,"
              + " such as 5ms, \"uniform 2ms..8ms\" or \"lognormal 5ms 0.5\" (default: the links"
              + " are not delayed).")
  private @Nullable String delay;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      description = "Tokens of each node; 1 gives evenly spaced ones (default: 1).")
  private @Nullable Integer tokens;

  @Option(
      names = "--pools",
      paramLabel = "LAYOUT",
      description =
          "Hot nodes, which own ranges twice as large, and cold ones: hot-cold (half of them),"
              + " mostly-hot, mostly-cold, \"hot 1 of 4\", \"hot-cold 3:1\" (default:"
              + " balanced, no pools).")
  private @Nullable String pools;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Largest heap of each node (default: 192MiB, with hbase 256MiB).")
  private @Nullable String heap;

  @Option(
      names = "--hdfs-data-nodes",
      paramLabel = "N",
      description =
          "With hbase: keep the files in an HDFS of a name node and so many data nodes, up to 4"
              + " (default: in local folders).")
  private @Nullable Integer dataNodes;

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
      description =
          "Version of the servers (default: "
              + CassandraEngine.DEFAULT_VERSION
              + ", with hbase "
              + HBaseEngine.DEFAULT_VERSION
              + ").")
  private @Nullable String serverVersion;

  @Option(
      names = "--java-home",
      paramLabel = "DIR",
      description = "Java that runs the nodes (default: the one that runs this command).")
  private @Nullable Path javaHome;

  @Option(
      names = "--setting",
      paramLabel = "KEY=VALUE",
      description =
          "A further line of every node's cassandra.yaml, or property of its hbase-site.xml; may be"
              + " given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  String name() {
    return name;
  }

  /** What the servers are, as it was given. */
  StoreEngine engine() {
    return StoreEngine.parse(engine);
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
        servers()
            .processorQuota(processorQuota)
            .quickCompiler(quickCompiler)
            .javaHome(javaHome)
            .relayed(relayed());
    if (heap != null) {
      builder.heap(MemorySize.parse(heap));
    }
    if (nodes != null) {
      if (nodes < 1) {
        throw new IllegalArgumentException("A cluster needs at least 1 node; raise --nodes.");
      }
      builder.nodes(nodes);
    }
    if (dataCenters != null) {
      builder.dataCenters(DataCenterList.parse(dataCenters));
    }
    settings.forEach(builder::setting);
    return builder.build();
  }

  private ClusterSpec.Builder servers() {
    return switch (engine()) {
      case CASSANDRA -> ofCassandra();
      case HBASE -> ofHBase();
    };
  }

  private ClusterSpec.Builder ofCassandra() {
    if (dataNodes != null) {
      throw new IllegalArgumentException(
          "Cassandra's nodes keep their files themselves; leave out --hdfs-data-nodes, or add"
              + " --engine hbase.");
    }
    ClusterSpec.Builder builder =
        ClusterSpec.builder(
            name, serverVersion == null ? CassandraEngine.DEFAULT_VERSION : serverVersion);
    if (replicationFactor != null) {
      builder.replicationFactor(replicationFactor);
    }
    return builder
        .tokensPerNode(tokens == null ? 1 : tokens)
        .pools(pools == null ? PoolLayout.BALANCED : PoolLayout.parse(pools));
  }

  private ClusterSpec.Builder ofHBase() {
    if (dataCenters != null || replicationFactor != null || tokens != null || pools != null) {
      throw new IllegalArgumentException(
          "HBase has no data centres, replication factor, tokens or pools; leave out --dc,"
              + " --replication-factor, --tokens and --pools.");
    }
    return HBaseEngine.spec(
            name, serverVersion == null ? HBaseEngine.DEFAULT_VERSION : serverVersion)
        .dataNodes(dataNodes == null ? 0 : dataNodes);
  }

  /** The delay of the links; none where they are not relayed. */
  DelayDistribution delay() {
    return delay == null ? DelayDistribution.NONE : DelayDistribution.parse(delay);
  }

  private boolean relayed() {
    return delay != null;
  }
}
