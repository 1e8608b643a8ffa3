package org.quorate.core.level;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How many replicas of each row a keyspace keeps in each data centre.
 *
 * @param replicasByDataCenter data centre to replicas, at least 1 each; not empty
 */
public record Replication(Map<String, Integer> replicasByDataCenter) {
  private static final String NETWORK_TOPOLOGY = "NetworkTopologyStrategy";
  private static final String SIMPLE = "SimpleStrategy";

  public Replication {
    replicasByDataCenter = Collections.unmodifiableMap(new TreeMap<>(replicasByDataCenter));
    if (replicasByDataCenter.isEmpty()) {
      throw new IllegalArgumentException("A keyspace needs replicas in at least 1 data centre.");
    }
    replicasByDataCenter.forEach(
        (center, replicas) -> {
          if (replicas < 1) {
            throw new IllegalArgumentException(
                "The replication factor in " + center + " must be at least 1.");
          }
        });
  }

  /** Replicas in all data centres together. */
  public int total() {
    // Asked for at every read of a policy that chooses by read.
    int total = 0;
    for (int replicas : replicasByDataCenter.values()) {
      total += replicas;
    }
    return total;
  }

  /**
   * The replicas that must answer at a level, wherever they are.
   *
   * @param localDataCenter the coordinator's, whose replicas count at a local level; one without
   *     replicas counts as one replica
   */
  public int replicas(Level level, String localDataCenter) {
    int local = replicasByDataCenter.getOrDefault(localDataCenter, 1);
    return switch (level) {
      case LOCAL_ONE, LOCAL_QUORUM -> level.replicas(local);
      case EACH_QUORUM ->
          replicasByDataCenter.values().stream().mapToInt(Level.EACH_QUORUM::replicas).sum();
      default -> level.replicas(total());
    };
  }

  /**
   * Reads what the driver tells of a keyspace. {@code SimpleStrategy}, with which many create
   * YCSB's keyspace, means the same as {@code NetworkTopologyStrategy} where there is one data
   * centre.
   *
   * @param options the keyspace's replication, with its {@code class}
   * @param dataCenters the cluster's data centres
   * @return null where it is something that this class cannot say
   */
  public static @Nullable Replication parse(Map<String, String> options, Set<String> dataCenters) {
    String strategy = options.getOrDefault("class", "");
    Map<String, Integer> replicas = new TreeMap<>();
    try {
      if (strategy.endsWith(SIMPLE) && dataCenters.size() == 1) {
        replicas.put(
            dataCenters.iterator().next(),
            Integer.parseInt(options.getOrDefault("replication_factor", "")));
      } else if (strategy.endsWith(NETWORK_TOPOLOGY)) {
        for (Map.Entry<String, String> option : options.entrySet()) {
          if (!option.getKey().equals("class")) {
            replicas.put(option.getKey(), Integer.parseInt(option.getValue()));
          }
        }
      }
    } catch (NumberFormatException transientReplicas) {
      return null;
    }
    replicas.values().removeIf(count -> count == 0);
    return replicas.isEmpty() ? null : new Replication(replicas);
  }

  /** The value of {@code replication} in {@code CREATE KEYSPACE}. */
  public String toCql() {
    return "{'class': '"
        + NETWORK_TOPOLOGY
        + "', "
        + replicasByDataCenter.entrySet().stream()
            .map(entry -> "'" + entry.getKey().replace("'", "''") + "': " + entry.getValue())
            .collect(Collectors.joining(", "))
        + "}";
  }

  /** As {@code dc1:3, dc2:2}. */
  @Override
  public String toString() {
    return replicasByDataCenter.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
