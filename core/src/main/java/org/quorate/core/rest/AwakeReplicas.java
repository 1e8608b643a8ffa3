package org.quorate.core.rest;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;

/**
 * Whether the replicas that stay awake answer every level, and keep rows safe, whichever further
 * nodes fail. The worst that can happen to a range of the ring is that all of these are replicas of
 * it, and in the data centre that a level counts in; so a level is kept where, of every range that
 * a resting node holds, the awake replicas that it counts, less the failures, are as many as it
 * needs: in the cluster, in each data centre with clients for a local level, and in every data
 * centre with replicas for EACH_QUORUM. And {@value #COPIES} awake replicas must be left, for a row
 * that is in one place may be lost with it. Ranges that no resting node holds are as they were.
 * Immutable.
 *
 * @param resting names of the nodes that rest
 * @param dataCenters of all nodes, by name
 * @param clients data centres that clients are in
 */
record AwakeReplicas(
    Set<String> resting, Map<String, String> dataCenters, Set<String> clients, int failures) {
  private static final int COPIES = 2;

  /** What is in the way of a rest in this keyspace, one sentence; empty where nothing is. */
  Optional<String> hindrance(RestKeyspace keyspace, Replication replication) {
    return keyspace.replicaSets().stream()
        .filter(replicas -> replicas.stream().anyMatch(resting::contains))
        .filter(replicas -> hindrance(keyspace, replication, replicas).isPresent())
        .map(TreeSet::new)
        .min(Comparator.comparing(TreeSet::toString))
        .flatMap(replicas -> hindrance(keyspace, replication, replicas));
  }

  private Optional<String> hindrance(
      RestKeyspace keyspace, Replication replication, Set<String> replicas) {
    return kept("written", keyspace.writes(), keyspace, replication, replicas)
        .or(() -> kept("read", keyspace.reads(), keyspace, replication, replicas))
        .or(
            () ->
                awake(replicas, null) - failures >= COPIES
                    ? Optional.empty()
                    : Optional.of(
                        "Of some rows of keyspace "
                            + keyspace.name()
                            + " ("
                            + replication
                            + ") only "
                            + count(awake(replicas, null))
                            + " would be awake, which is too few to lose "
                            + failures
                            + " more and still have "
                            + COPIES
                            + "; raise the replication factor, or let "
                            + names(replicas)
                            + " stay awake."));
  }

  private Optional<String> kept(
      String participle,
      Set<Level> levels,
      RestKeyspace keyspace,
      Replication replication,
      Set<String> replicas) {
    return levels.stream()
        .sorted()
        .flatMap(level -> kept(participle, level, keyspace, replication, replicas).stream())
        .findFirst();
  }

  private Optional<String> kept(
      String participle,
      Level level,
      RestKeyspace keyspace,
      Replication replication,
      Set<String> replicas) {
    return switch (level) {
      case LOCAL_ONE, LOCAL_QUORUM ->
          inEach(clients, participle, level, keyspace, replication, replicas);
      case EACH_QUORUM ->
          inEach(
              replication.replicasByDataCenter().keySet(),
              participle,
              level,
              keyspace,
              replication,
              replicas);
      default ->
          missing(
              level.replicas(replication.total()),
              awake(replicas, null),
              "",
              participle,
              level,
              keyspace,
              replicas);
    };
  }

  private Optional<String> inEach(
      Set<String> centers,
      String participle,
      Level level,
      RestKeyspace keyspace,
      Replication replication,
      Set<String> replicas) {
    for (String center : new TreeSet<>(centers)) {
      int factor = replication.replicasByDataCenter().getOrDefault(center, 0);
      if (factor == 0) {
        return Optional.of(
            "Keyspace "
                + keyspace.name()
                + " has no replicas in "
                + center
                + ", where clients use it at "
                + level
                + "; give it some there, or let "
                + names(replicas)
                + " stay awake.");
      }
      Optional<String> missing =
          missing(
              level.replicas(factor),
              awake(replicas, center),
              " in " + center,
              participle,
              level,
              keyspace,
              replicas);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private Optional<String> missing(
      int needed,
      int awake,
      String where,
      String participle,
      Level level,
      RestKeyspace keyspace,
      Set<String> replicas) {
    return awake - failures >= needed
        ? Optional.empty()
        : Optional.of(
            "Keyspace "
                + keyspace.name()
                + " is "
                + participle
                + " at "
                + level
                + ", for which "
                + count(needed)
                + where
                + " must answer, but with "
                + names(replicas)
                + " at rest only "
                + awake
                + " would be awake, and "
                + failures
                + " more may fail; let them stay awake, or use a weaker level or more replicas.");
  }

  /** The awake ones of these, of one data centre where one is named. */
  private int awake(Set<String> replicas, @Nullable String center) {
    return (int)
        replicas.stream()
            .filter(node -> !resting.contains(node))
            .filter(node -> center == null || center.equals(dataCenters.get(node)))
            .count();
  }

  /** Those of these that rest. */
  private String names(Set<String> replicas) {
    TreeSet<String> names = new TreeSet<>(replicas);
    names.retainAll(resting);
    return String.join(", ", names);
  }

  private static String count(int replicas) {
    return replicas == 1 ? "1 replica" : replicas + " replicas";
  }
}
