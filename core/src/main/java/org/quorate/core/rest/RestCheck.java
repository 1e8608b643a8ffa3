package org.quorate.core.rest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

/**
 * Decides whether nodes may rest, beside those that rest already. They may where all of this holds:
 *
 * <ul>
 *   <li>Every other node is up and lacks nothing, and the nodes themselves lack nothing and keep
 *       nothing for others, who would wait for it as long as they rest.
 *   <li>Every node that stays awake keeps hints for them.
 *   <li>No data centre that clients use is left without a node.
 *   <li>{@linkplain AwakeReplicas What is awake} answers every level although further nodes fail.
 *   <li>There is a {@linkplain LongestRest time} for which hints bring all that they miss.
 *   <li>No keyspace on them has a {@linkplain RestTable#view materialised view}, or a replication
 *       that is not understood.
 * </ul>
 *
 * <p>Racks are looked at only in that replicas are; one rack alone is told in a note. Stateless.
 */
public final class RestCheck {
  private final RestSituation situation;
  private final Set<String> wanted;
  private final Set<String> resting;
  private final List<RestNode> awake;
  private final List<RestKeyspace> affected;

  private RestCheck(RestSituation situation, Set<String> wanted) {
    this.situation = situation;
    this.wanted = wanted;
    resting = new HashSet<>(wanted);
    situation.nodes().stream()
        .filter(node -> node.condition() == NodeCondition.RESTING)
        .forEach(node -> resting.add(node.name()));
    awake = situation.nodes().stream().filter(node -> !resting.contains(node.name())).toList();
    affected = situation.keyspaces().stream().filter(each -> each.isOn(resting)).toList();
  }

  /**
   * Decides.
   *
   * @param wanted names of nodes of the situation, at least one; may rest already
   * @throws IllegalArgumentException when there is none, or one is no node of the situation
   */
  public static RestDecision decide(RestSituation situation, Set<String> wanted) {
    Set<String> known = situation.nodes().stream().map(RestNode::name).collect(Collectors.toSet());
    if (wanted.isEmpty() || !known.containsAll(wanted)) {
      throw new IllegalArgumentException(
          "Nodes that are to rest must be some of " + known + ", but they are " + wanted + ".");
    }
    return new RestCheck(situation, Set.copyOf(wanted)).decide();
  }

  private RestDecision decide() {
    Optional<String> hindrance =
        conditions().or(this::keptHints).or(this::clients).or(this::hints).or(this::rows);
    if (hindrance.isPresent()) {
      return new MustStay(hindrance.get());
    }
    RestDecision longest = LongestRest.of(awake, affected, situation.terms().timeToWake());
    return longest instanceof MayRest may
        ? new MayRest(may.longest(), may.limit(), notes())
        : longest;
  }

  private Optional<String> conditions() {
    if (awake.isEmpty()) {
      return Optional.of("No node would be awake; let some of them stay.");
    }
    return first(
        situation.nodes(),
        node -> node.condition() != NodeCondition.UP && node.condition() != NodeCondition.RESTING,
        node ->
            node.name()
                + switch (node.condition()) {
                  case CATCHING_UP ->
                      " still lacks writes that others keep for it; wait until it has them.";
                  case CHANGING -> " is on its way in the ring; wait until it is there.";
                  default -> " is down; have it back before any node rests.";
                });
  }

  private Optional<String> keptHints() {
    return first(
        situation.nodes(),
        node -> wanted.contains(node.name()) && !node.hints().keptFor().isEmpty(),
        node ->
            node.name()
                + " keeps writes for "
                + String.join(", ", new TreeSet<>(node.hints().keptFor()))
                + ", which would wait for them as long as it rests; wait until they are delivered,"
                + " and wake whom they are for.");
  }

  private Optional<String> clients() {
    Set<String> unknown = new TreeSet<>(situation.terms().clientDataCenters());
    situation.nodes().forEach(node -> unknown.remove(node.dataCenter()));
    if (!unknown.isEmpty()) {
      return Optional.of(
          "The cluster has no data centre named "
              + String.join(", ", unknown)
              + "; name those that clients are in.");
    }
    Set<String> left = new TreeSet<>(clientDataCenters());
    awake.forEach(node -> left.remove(node.dataCenter()));
    return left.stream()
        .findFirst()
        .map(
            center ->
                "Clients use data centre "
                    + center
                    + connections(center)
                    + ", of which no node would be awake; move them to another data centre first.");
  }

  private String connections(String center) {
    return situation.nodes().stream()
        .filter(node -> node.dataCenter().equals(center) && node.clients() > 0)
        .map(node -> node.clients() + " at " + node.name())
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "),
                all -> all.isEmpty() ? "" : " (connections: " + all + ")"));
  }

  private Set<String> clientDataCenters() {
    Set<String> centers = new TreeSet<>(situation.terms().clientDataCenters());
    situation.nodes().stream()
        .filter(node -> node.clients() > 0)
        .forEach(node -> centers.add(node.dataCenter()));
    if (centers.isEmpty()) {
      awake.forEach(node -> centers.add(node.dataCenter()));
    }
    return centers;
  }

  private Optional<String> hints() {
    Set<String> centers =
        situation.nodes().stream()
            .filter(node -> resting.contains(node.name()))
            .map(RestNode::dataCenter)
            .collect(Collectors.toSet());
    return first(
            awake,
            node -> !node.hints().written(),
            node ->
                node.name()
                    + " keeps no hints, so that whoever rests would lack what is written meanwhile;"
                    + " switch hinted_handoff_enabled on there.")
        .or(
            () ->
                first(
                    awake,
                    node -> node.hints().leftOut().stream().anyMatch(centers::contains),
                    node ->
                        node.name()
                            + " keeps no hints for data centre "
                            + node.hints().leftOut().stream()
                                .filter(centers::contains)
                                .sorted()
                                .findFirst()
                                .orElse("")
                            + "; take that out of hinted_handoff_disabled_datacenters there."));
  }

  private Optional<String> rows() {
    Map<String, String> dataCenters = new HashMap<>();
    situation.nodes().forEach(node -> dataCenters.put(node.name(), node.dataCenter()));
    AwakeReplicas replicas =
        new AwakeReplicas(resting, dataCenters, clientDataCenters(), situation.terms().failures());
    for (RestKeyspace keyspace : affected) {
      Replication replication = keyspace.replication();
      Optional<String> hindrance =
          replication == null
              ? Optional.of(
                  "The replication of keyspace "
                      + keyspace.name()
                      + " is none of NetworkTopologyStrategy with whole replicas; change it.")
              : unclear(keyspace, replication, dataCenters.keySet())
                  .or(() -> view(keyspace))
                  .or(() -> replicas.hindrance(keyspace, replication));
      if (hindrance.isPresent()) {
        return hindrance;
      }
    }
    return Optional.empty();
  }

  /** More replicas than there can be would look as if rows were safer than they are. */
  private static Optional<String> unclear(
      RestKeyspace keyspace, Replication replication, Set<String> nodes) {
    return first(
        keyspace.replicaSets(),
        replicas -> replicas.size() > replication.total() || !nodes.containsAll(replicas),
        replicas ->
            "It is not known which nodes have the rows of keyspace "
                + keyspace.name()
                + ", of which "
                + String.join(", ", new TreeSet<>(replicas))
                + " are said to; try again when the cluster has told its ring.");
  }

  private static String words(Set<Level> levels) {
    return levels.stream().sorted().map(Level::name).collect(Collectors.joining(" or "));
  }

  private static Optional<String> view(RestKeyspace keyspace) {
    return first(
        keyspace.tables(),
        RestTable::view,
        table ->
            "Keyspace "
                + keyspace.name()
                + " has the materialised view "
                + table.name()
                + ", whose rows no hint or repair brings for certain to a node that was away; drop"
                + " it, or let the node stay awake.");
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (String center : clientDataCenters()) {
      Set<String> racks =
          awake.stream()
              .filter(node -> node.dataCenter().equals(center))
              .map(node -> node.place().rack())
              .collect(Collectors.toSet());
      if (racks.size() == 1) {
        notes.add(
            "All nodes of "
                + center
                + " that stay awake are in one rack; what may fail beside is a node, not that"
                + " rack.");
      }
    }
    for (RestKeyspace keyspace : affected) {
      Replication replication = keyspace.replication();
      int factor =
          replication == null
              ? 1
              : clientDataCenters().stream()
                  .map(center -> replication.replicasByDataCenter().getOrDefault(center, 1))
                  .reduce(1, Math::max);
      boolean overlap =
          keyspace.reads().stream()
              .allMatch(
                  read ->
                      keyspace.writes().stream().allMatch(write -> read.overlaps(write, factor)));
      if (!overlap) {
        notes.add(
            "Reads of keyspace "
                + keyspace.name()
                + " at "
                + words(keyspace.reads())
                + " after writes at "
                + words(keyspace.writes())
                + " may be stale at any time, and more of them from a node that has just woken,"
                + " until it has its hints.");
      }
    }
    return notes;
  }

  private static <T> Optional<String> first(
      Collection<T> all, Predicate<T> which, Function<T, String> sentence) {
    return all.stream().filter(which).findFirst().map(sentence);
  }
}
