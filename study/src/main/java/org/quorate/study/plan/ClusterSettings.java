package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;

/**
 * The cluster that a study asks for. Runs whose cluster settings are equal share one session.
 *
 * @param engine the store
 * @param version of the server, or {@code default}
 * @param dataCenters name to number of nodes, in the order of the file
 * @param replicationFactor replicas of each row in each data centre
 * @param tokensPerNode 1 for evenly spaced explicit tokens
 * @param heapBytes maximum heap of each server
 * @param processorQuota cores that each server may use, or null for no limit
 * @param quickCompiler whether servers compile their code quickly instead of well, so that they
 *     reach their steady speed in seconds
 * @param settings further settings handed to the server as they are
 * @param pools how the nodes are divided into a hot and a cold pool; {@link #BALANCED} for not at
 *     all
 * @param nodesPerHost how many nodes share a host, with its processors and its meter; the last host
 *     may have fewer
 * @param hostQuota cores that the nodes of a host may use together, or null for no limit
 * @param dataNodes data nodes of HDFS that keep the servers' files; 0 for files in local folders
 * @param remote how the cluster is reached where it exists already, so that the other settings are
 *     what is expected of it; null for a cluster that is started
 */
public record ClusterSettings(
    StoreEngine engine,
    String version,
    Map<String, Integer> dataCenters,
    int replicationFactor,
    int tokensPerNode,
    long heapBytes,
    @Nullable Double processorQuota,
    boolean quickCompiler,
    Map<String, String> settings,
    String pools,
    int nodesPerHost,
    @Nullable Double hostQuota,
    int dataNodes,
    @Nullable RemoteSettings remote) {
  /**
   * More data nodes of HDFS cannot be asked for. One more than the usual copies of a block lets one
   * take another's place, and each costs memory of the one machine that runs them all.
   */
  public static final int MOST_DATA_NODES = 4;

  /** The pools of a cluster whose nodes are all alike. */
  public static final String BALANCED = "balanced";

  public ClusterSettings {
    dataCenters = Collections.unmodifiableMap(new LinkedHashMap<>(dataCenters));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** Whether the engine has something. */
  public boolean can(Capability capability) {
    return engine.can(capability);
  }

  /** How many replicas a read at a level asks for data or a digest. */
  public int replicas(Level level) {
    return level.replicas(
        level.isLocal() ? replicationFactor : replicationFactor * dataCenters.size());
  }

  /** How many nodes there are, for people; where there are several data centres, in each. */
  public String nodesText() {
    return dataCenters.size() == 1
        ? Integer.toString(nodes())
        : dataCenters.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Where the servers keep their files, in words; see {@link Capability#DATA_NODES}. */
  public String files() {
    return dataNodes == 0
        ? "in local folders"
        : "in HDFS, on " + dataNodes + (dataNodes == 1 ? " data node" : " data nodes");
  }

  /** Nodes in all data centres. */
  public int nodes() {
    return dataCenters.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Nodes of the smallest data centre: the largest replication factor that is possible. */
  public int smallestDataCenter() {
    return dataCenters.values().stream().mapToInt(Integer::intValue).min().orElse(0);
  }

  public ClusterSettings withDataCenters(Map<String, Integer> changed) {
    return change().dataCenters(changed).build();
  }

  public ClusterSettings withReplicationFactor(int changed) {
    return change().replicationFactor(changed).build();
  }

  /** How many hosts there are. */
  public int hosts() {
    return (nodes() + nodesPerHost - 1) / nodesPerHost;
  }

  /** The host that a node sits on, counted from 1 as nodes are. */
  public int host(int node) {
    return (node - 1) / nodesPerHost + 1;
  }

  /** Starts from these settings. */
  public Builder change() {
    return new Builder(this);
  }

  /** Collects changes. Not thread-safe. */
  public static final class Builder {
    private final StoreEngine engine;
    private String version;
    private Map<String, Integer> dataCenters;
    private int replicationFactor;
    private int tokensPerNode;
    private long heapBytes;
    private @Nullable Double processorQuota;
    private boolean quickCompiler;
    private Map<String, String> settings;
    private String pools;
    private final int nodesPerHost;
    private @Nullable Double hostQuota;
    private final int dataNodes;
    private final @Nullable RemoteSettings remote;

    private Builder(ClusterSettings from) {
      engine = from.engine;
      version = from.version;
      dataCenters = from.dataCenters;
      replicationFactor = from.replicationFactor;
      tokensPerNode = from.tokensPerNode;
      heapBytes = from.heapBytes;
      processorQuota = from.processorQuota;
      quickCompiler = from.quickCompiler;
      settings = from.settings;
      pools = from.pools;
      nodesPerHost = from.nodesPerHost;
      hostQuota = from.hostQuota;
      dataNodes = from.dataNodes;
      remote = from.remote;
    }

    public Builder version(String changed) {
      version = changed;
      return this;
    }

    public Builder dataCenters(Map<String, Integer> changed) {
      dataCenters = changed;
      return this;
    }

    public Builder replicationFactor(int changed) {
      replicationFactor = changed;
      return this;
    }

    public Builder tokensPerNode(int changed) {
      tokensPerNode = changed;
      return this;
    }

    public Builder heapBytes(long changed) {
      heapBytes = changed;
      return this;
    }

    public Builder processorQuota(@Nullable Double changed) {
      processorQuota = changed;
      return this;
    }

    public Builder quickCompiler(boolean changed) {
      quickCompiler = changed;
      return this;
    }

    public Builder settings(Map<String, String> changed) {
      settings = changed;
      return this;
    }

    public Builder pools(String changed) {
      pools = changed;
      return this;
    }

    public Builder hostQuota(@Nullable Double changed) {
      hostQuota = changed;
      return this;
    }

    /** The settings with all changes. */
    public ClusterSettings build() {
      return new ClusterSettings(
          engine,
          version,
          dataCenters,
          replicationFactor,
          tokensPerNode,
          heapBytes,
          processorQuota,
          quickCompiler,
          settings,
          pools,
          nodesPerHost,
          hostQuota,
          dataNodes,
          remote);
    }
  }
}
