package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
 * @param racks over how many racks the nodes of each data centre are spread in turn; each node of a
 *     smaller data centre is in a rack of its own
 * @param nodesPerHost at most how many nodes share a host, with its processors and its meter; see
 *     {@link HostPlan}
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
    int racks,
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

  /** How many hosts there are. */
  public int hosts() {
    return hostPlan().hosts();
  }

  /** The host that a node sits on, counted from 1 as nodes are. */
  public int host(int node) {
    return hostPlan().host(node);
  }

  /** How many hosts the rack has that has the fewest. */
  public int fewestHostsOfARack() {
    return hostPlan().fewestHostsOfARack();
  }

  private HostPlan hostPlan() {
    return new HostPlan(
        dataCenters.values().stream()
            .map(nodes -> new HostPlan.Racks(nodes, Math.min(racks, nodes)))
            .toList(),
        nodesPerHost);
  }

  /** Whether a host may have several replicas of a row: with fewer racks than replicas. */
  public boolean replicasShareHosts() {
    return can(Capability.PLACEMENT) && nodesPerHost > 1 && racks < replicationFactor;
  }

  /** These settings but for what a change makes of their draft. */
  public ClusterSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /**
   * Settings to be changed, of those that differ between the runs of a study; each field is the
   * component of its name. Not thread-safe.
   */
  public static final class Draft {
    private final ClusterSettings before;
    public Map<String, Integer> dataCenters;
    public int replicationFactor;
    public String pools;

    private Draft(ClusterSettings before) {
      this.before = before;
      dataCenters = before.dataCenters;
      replicationFactor = before.replicationFactor;
      pools = before.pools;
    }

    private ClusterSettings settings() {
      return new ClusterSettings(
          before.engine,
          before.version,
          dataCenters,
          replicationFactor,
          before.tokensPerNode,
          before.heapBytes,
          before.processorQuota,
          before.quickCompiler,
          before.settings,
          pools,
          before.racks,
          before.nodesPerHost,
          before.hostQuota,
          before.dataNodes,
          before.remote);
    }
  }
}
