package org.quorate.lab.engine;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.pool.Pool;
import org.quorate.core.pool.PoolLayout;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.HostPlan;

/**
 * What a cluster is to be: everything that its user chooses, nothing that the engine finds out.
 * Immutable; checked when it is made, so that an impossible cluster cannot be asked for.
 *
 * @param name names the cluster among those of this machine: letters, digits, hyphens, underscores
 * @param version the server's version, as {@code 5.0.9}
 * @param dataCenters at least one, of distinct names, with 60 nodes or fewer together
 * @param ring how rows are spread over the nodes, or null where the store decides that by itself
 * @param heap the largest heap of each node
 * @param processorQuota cores that each node may use at most, or null for no limit
 * @param hostQuota what the nodes of one host, and the services beside them, may use together,
 *     instead of a quota for each node, or null
 * @param quickCompiler whether nodes run on Java's quick compiler alone (C1): at their steady speed
 *     within seconds instead of minutes, and with more processor time per operation from then on
 * @param javaHome the Java installation that runs the nodes, or null for the one that runs this
 * @param relayed whether nodes advertise other addresses than they listen on, so that all traffic
 *     to them goes through an {@link Interconnect}
 * @param dataNodes data nodes of a distributed file system (HDFS) that keeps the servers' files, as
 *     many as are started for it; 0 where servers keep their files in folders of this machine
 * @param settings further lines of the server's configuration file, key to value as written there
 */
public record ClusterSpec(
    String name,
    String version,
    List<DataCenter> dataCenters,
    @Nullable Ring ring,
    MemorySize heap,
    @Nullable Double processorQuota,
    @Nullable HostQuota hostQuota,
    boolean quickCompiler,
    @Nullable Path javaHome,
    boolean relayed,
    int dataNodes,
    Map<String, String> settings) {
  /** More nodes than this do not fit one address block comfortably. */
  public static final int MAXIMUM_NODES = 60;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}");

  public ClusterSpec {
    dataCenters = List.copyOf(dataCenters);
    settings = Map.copyOf(settings);
    require(
        NAME.matcher(name).matches(),
        "\"" + name + "\" cannot name a cluster; use letters, digits, - and _.");
    require(
        VERSION.matcher(version).matches(),
        "\"" + version + "\" is no version of a server; write it as 5.0.9.");
    require(!dataCenters.isEmpty(), "The cluster has no data centre; give it at least one.");
    Set<String> names = new HashSet<>();
    for (DataCenter center : dataCenters) {
      require(names.add(center.name()), "There are two data centres named " + center.name() + ".");
      if (ring != null) {
        ring.requireFit(center);
      }
    }
    int nodes = dataCenters.stream().mapToInt(DataCenter::nodes).sum();
    require(
        nodes <= MAXIMUM_NODES,
        "The cluster has " + nodes + " nodes; at most " + MAXIMUM_NODES + " are possible.");
    require(
        heap.bytes() >= MemorySize.ofMebibytes(96).bytes(),
        "A heap of " + heap + " is too small for a node; use at least 96M.");
    require(
        processorQuota == null || (processorQuota >= 0.05 && processorQuota <= 1024),
        "A processor quota of " + processorQuota + " cores is not possible; use 0.05 or more.");
    require(
        hostQuota == null || processorQuota == null,
        "Nodes cannot have a quota of their own and one of their host; leave one of them out.");
    require(
        dataNodes >= 0 && dataNodes <= ClusterSettings.MOST_DATA_NODES,
        "There cannot be "
            + dataNodes
            + " data nodes on one machine; use 1 to "
            + ClusterSettings.MOST_DATA_NODES
            + ", or 0 for files in local folders.");
  }

  /**
   * A quota that several nodes share, as the processes of one computer share its processors.
   *
   * @param nodesPerHost at most so many nodes share a host, at least 1; see {@link HostPlan}
   * @param cores of each host, at least 0.05
   */
  public record HostQuota(int nodesPerHost, double cores) {
    public HostQuota {
      require(
          nodesPerHost >= 1 && cores >= 0.05 && cores <= 1024,
          "A host needs at least one node and 0.05 cores, but it is to have "
              + nodesPerHost
              + " and "
              + cores
              + ".");
    }
  }

  /** Begins a specification of one data centre {@code dc1} with three nodes and three replicas. */
  public static Builder builder(String name, String version) {
    return new Builder(name, version);
  }

  /** The number of nodes in all data centres together. */
  public int nodes() {
    return dataCenters.stream().mapToInt(DataCenter::nodes).sum();
  }

  /** Which nodes share a host. */
  public HostPlan hosts(int nodesPerHost) {
    return new HostPlan(
        dataCenters.stream()
            .map(center -> new HostPlan.Racks(center.nodes(), center.racks()))
            .toList(),
        nodesPerHost);
  }

  /**
   * Replicas of each row in each data centre.
   *
   * @throws IllegalStateException when the store has no ring
   */
  public int replicationFactor() {
    return requiredRing().replicationFactor();
  }

  /**
   * Tokens of each node.
   *
   * @throws IllegalStateException when the store has no ring
   */
  public int tokensPerNode() {
    return requiredRing().tokensPerNode();
  }

  /** Which nodes are hot; where there is no ring, there are no pools. */
  public PoolLayout pools() {
    return ring == null ? PoolLayout.BALANCED : ring.pools();
  }

  private Ring requiredRing() {
    if (ring == null) {
      throw new IllegalStateException("The store of cluster " + name + " has no ring.");
    }
    return ring;
  }

  /**
   * The pool of a node; every node is hot where there are no pools.
   *
   * @param index counts from 1 over all data centres, as {@link RunningNode#index()}
   */
  public Pool pool(int index) {
    int node = index - 1;
    for (DataCenter center : dataCenters) {
      if (node >= 0 && node < center.nodes()) {
        return pools().over(center.nodes()).pool(node);
      }
      node -= center.nodes();
    }
    throw new IllegalArgumentException("Cluster " + name + " has no node " + index + ".");
  }

  /**
   * Data centre to the replicas that it keeps of each row.
   *
   * @throws IllegalStateException when the store has no ring
   */
  public Map<String, Integer> replicasByDataCenter() {
    return dataCenters.stream()
        .collect(Collectors.toMap(DataCenter::name, center -> replicationFactor()));
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Collects the choices of a {@link ClusterSpec}. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final String version;
    private final Map<String, String> settings = new TreeMap<>();
    private List<DataCenter> dataCenters = List.of(new DataCenter("dc1", 3, 1));
    private @Nullable Integer replicationFactor;
    private int tokensPerNode = 1;
    private PoolLayout pools = PoolLayout.BALANCED;
    private boolean withoutRing;
    private MemorySize heap = MemorySize.ofMebibytes(192);
    private @Nullable Double processorQuota;
    private @Nullable HostQuota hostQuota;
    private boolean quickCompiler;
    private @Nullable Path javaHome;
    private boolean relayed;
    private int dataNodes;

    private Builder(String name, String version) {
      this.name = name;
      this.version = version;
    }

    /** One data centre {@code dc1} with one rack and this many nodes. */
    public Builder nodes(int count) {
      return dataCenters(List.of(new DataCenter("dc1", count, 1)));
    }

    public Builder dataCenters(List<DataCenter> centers) {
      this.dataCenters = List.copyOf(centers);
      return this;
    }

    /**
     * Replicas per data centre; when never set: 3, or the smallest data centre's nodes if fewer.
     */
    public Builder replicationFactor(int factor) {
      this.replicationFactor = factor;
      return this;
    }

    public Builder tokensPerNode(int count) {
      this.tokensPerNode = count;
      return this;
    }

    public Builder pools(PoolLayout layout) {
      this.pools = layout;
      return this;
    }

    /**
     * For a store that decides by itself where rows are: no replication factor, tokens or pools.
     */
    public Builder withoutRing() {
      this.withoutRing = true;
      return this;
    }

    public Builder heap(MemorySize size) {
      this.heap = size;
      return this;
    }

    public Builder processorQuota(@Nullable Double cores) {
      this.processorQuota = cores;
      return this;
    }

    public Builder hostQuota(@Nullable HostQuota quota) {
      this.hostQuota = quota;
      return this;
    }

    public Builder quickCompiler(boolean yes) {
      this.quickCompiler = yes;
      return this;
    }

    public Builder javaHome(@Nullable Path home) {
      this.javaHome = home;
      return this;
    }

    public Builder relayed(boolean yes) {
      this.relayed = yes;
      return this;
    }

    public Builder dataNodes(int count) {
      this.dataNodes = count;
      return this;
    }

    public Builder setting(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /**
     * Checks and makes the specification.
     *
     * @throws IllegalArgumentException when the choices do not go together; the message is one
     *     sentence for the user
     */
    public ClusterSpec build() {
      return new ClusterSpec(
          name,
          version,
          dataCenters,
          ring(),
          heap,
          processorQuota,
          hostQuota,
          quickCompiler,
          javaHome,
          relayed,
          dataNodes,
          settings);
    }

    private @Nullable Ring ring() {
      if (withoutRing) {
        require(
            replicationFactor == null && tokensPerNode == 1 && pools.balanced(),
            "This store has no replication factor, tokens or pools; leave them out.");
        return null;
      }
      int smallest = dataCenters.stream().mapToInt(DataCenter::nodes).min().orElse(1);
      return new Ring(
          replicationFactor == null ? Math.min(3, smallest) : replicationFactor,
          tokensPerNode,
          pools);
    }
  }
}
