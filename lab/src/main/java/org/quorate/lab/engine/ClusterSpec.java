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

/**
 * What a cluster is to be: everything that its user chooses, nothing that the engine finds out.
 * Immutable; checked when it is made, so that an impossible cluster cannot be asked for.
 *
 * @param name names the cluster among those of this machine: letters, digits, hyphens, underscores
 * @param version the server's version, as {@code 5.0.9}
 * @param dataCenters at least one, of distinct names, with 60 nodes or fewer together
 * @param replicationFactor replicas of each row in each data centre
 * @param tokensPerNode 1 gives every node one explicit token, evenly spaced where there are no
 *     pools; more gives each that many, spread over the ring
 * @param pools which nodes of each data centre are hot and how much larger their ranges are
 * @param heap the largest heap of each node
 * @param processorQuota cores that each node may use at most, or null for no limit
 * @param hostQuota what the nodes of one host may use together, instead of a quota for each, or
 *     null
 * @param quickCompiler whether nodes run on Java's quick compiler alone (C1): at their steady speed
 *     within seconds instead of minutes, and with more processor time per operation from then on
 * @param javaHome the Java installation that runs the nodes, or null for the one that runs this
 * @param relayed whether nodes advertise other addresses than they listen on, so that all traffic
 *     between them goes through an {@link Interconnect}
 * @param settings further lines of the server's configuration file, key to value as written there
 */
public record ClusterSpec(
    String name,
    String version,
    List<DataCenter> dataCenters,
    int replicationFactor,
    int tokensPerNode,
    PoolLayout pools,
    MemorySize heap,
    @Nullable Double processorQuota,
    @Nullable HostQuota hostQuota,
    boolean quickCompiler,
    @Nullable Path javaHome,
    boolean relayed,
    Map<String, String> settings) {
  /** More nodes than this do not fit one address block comfortably. */
  public static final int MAXIMUM_NODES = 60;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}");
  private static final int MAXIMUM_TOKENS = 256;

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
      require(
          pools.balanced() || center.nodes() > 1,
          "The one node of "
              + center.name()
              + " cannot be split into a hot and a cold pool; add nodes or leave out the pools.");
      require(names.add(center.name()), "There are two data centres named " + center.name() + ".");
      require(
          replicationFactor <= center.nodes(),
          "The replication factor "
              + replicationFactor
              + " is above the "
              + center.nodes()
              + (center.nodes() == 1 ? " node of " : " nodes of ")
              + center.name()
              + "; lower it or add nodes.");
    }
    require(
        replicationFactor >= 1,
        "The replication factor must be at least 1, but it is " + replicationFactor + ".");
    int nodes = dataCenters.stream().mapToInt(DataCenter::nodes).sum();
    require(
        nodes <= MAXIMUM_NODES,
        "The cluster has " + nodes + " nodes; at most " + MAXIMUM_NODES + " are possible.");
    require(
        tokensPerNode >= 1 && tokensPerNode <= MAXIMUM_TOKENS,
        "A node can have 1 to " + MAXIMUM_TOKENS + " tokens, but " + tokensPerNode + " are asked.");
    require(
        pools.balanced() || tokensPerNode == 1,
        "Ranges of hot and cold nodes can be planned with 1 token per node only, but "
            + tokensPerNode
            + " are asked; leave out the tokens or the pools.");
    require(
        heap.bytes() >= MemorySize.ofMebibytes(96).bytes(),
        "A heap of " + heap + " is too small for a node; use at least 96M.");
    require(
        processorQuota == null || (processorQuota >= 0.05 && processorQuota <= 1024),
        "A processor quota of " + processorQuota + " cores is not possible; use 0.05 or more.");
    require(
        hostQuota == null || processorQuota == null,
        "Nodes cannot have a quota of their own and one of their host; leave one of them out.");
  }

  /**
   * A quota that several nodes share, as the processes of one computer share its processors.
   *
   * @param nodesPerHost nodes 1 to so many are on the first host, the next as many on the second,
   *     and so on; at least 1
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

  /**
   * The pool of a node; every node is hot where there are no pools.
   *
   * @param index counts from 1 over all data centres, as {@link RunningNode#index()}
   */
  public Pool pool(int index) {
    int node = index - 1;
    for (DataCenter center : dataCenters) {
      if (node >= 0 && node < center.nodes()) {
        return pools.over(center.nodes()).pool(node);
      }
      node -= center.nodes();
    }
    throw new IllegalArgumentException("Cluster " + name + " has no node " + index + ".");
  }

  /** Data centre to the replicas that it keeps of each row. */
  public Map<String, Integer> replicasByDataCenter() {
    return dataCenters.stream()
        .collect(Collectors.toMap(DataCenter::name, center -> replicationFactor));
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
    private MemorySize heap = MemorySize.ofMebibytes(192);
    private @Nullable Double processorQuota;
    private @Nullable HostQuota hostQuota;
    private boolean quickCompiler;
    private @Nullable Path javaHome;
    private boolean relayed;

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
      int smallest = dataCenters.stream().mapToInt(DataCenter::nodes).min().orElse(1);
      int factor = replicationFactor == null ? Math.min(3, smallest) : replicationFactor;
      return new ClusterSpec(
          name,
          version,
          dataCenters,
          factor,
          tokensPerNode,
          pools,
          heap,
          processorQuota,
          hostQuota,
          quickCompiler,
          javaHome,
          relayed,
          settings);
    }
  }
}
