package org.quorate.lab.cassandra.rest;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.control.LocalDataCenter;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.OwnedTokens;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.rest.HintKeeping;
import org.quorate.core.rest.NodeCondition;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestNode;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTerms;

/**
 * A cluster on whatever machines as a {@link RestSituation}, by CQL alone: what the driver knows,
 * and what those nodes say of hints that it connects to, as a rule those of one data centre. The
 * others are taken to keep hints as these do, and whatever is not seen is said. Nothing is changed.
 * Immutable.
 *
 * @param situation nodes by their host, in the order of the ring
 * @param unseen what could not be looked at, a sentence each
 */
public record SeenCluster(RestSituation situation, List<String> unseen) {
  /** Left out by the driver unless it is told otherwise. */
  private static final Pattern OF_VENDORS = Pattern.compile("(system|dse)_.*|solr_admin|OpsCenter");

  private static final int MOST_MISSING = 10;

  public SeenCluster {
    unseen = List.copyOf(unseen);
  }

  /**
   * Looks.
   *
   * @param session stays open
   * @param levels all that clients use
   * @param terms data centres of clients may be left out: then it is the session's own
   * @throws IllegalArgumentException if the driver was told to leave keyspaces out; the message is
   *     one sentence
   */
  public static SeenCluster read(CqlSession session, UsedLevels levels, RestTerms terms) {
    checkKeyspaces(session);
    List<Node> nodes = inOrder(session.getMetadata());
    Map<UUID, String> names = names(nodes);
    List<String> unseen = new ArrayList<>();
    Map<UUID, HintsTold> told = hints(session, nodes, names, unseen);
    HintsTold usual = told.values().stream().findFirst().orElse(HintsTold.USUAL);
    Set<UUID> lacking = new HashSet<>();
    told.values().forEach(each -> lacking.addAll(each.keptFor().orElse(Set.of())));
    List<RestNode> seen = new ArrayList<>();
    for (Node node : nodes) {
      UUID id = Objects.requireNonNull(node.getHostId());
      HintsTold own = told.get(id);
      HintKeeping keeping =
          own == null
              ? usual.keeping(Set.of())
              : own.keeping(named(own.keptFor().orElse(Set.of()), names));
      seen.add(new RestNode(name(names, id), place(node), condition(node, lacking), 0, keeping));
    }
    return new SeenCluster(
        new RestSituation(seen, keyspaces(session, levels, names), terms(session, terms, unseen)),
        unseen);
  }

  /** What a driver's configuration leaves out may be what forbids a rest. */
  private static void checkKeyspaces(CqlSession session) {
    Set<String> missing = new TreeSet<>();
    for (Row row : session.execute("SELECT keyspace_name FROM system_schema.keyspaces")) {
      String name = String.valueOf(row.getString(0));
      if (LiveSchema.isUsed(name)
          && !OF_VENDORS.matcher(name).matches()
          && KnownCluster.keyspace(session, name).isEmpty()
          && missing.size() < MOST_MISSING) {
        missing.add(name);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "The driver's configuration leaves out keyspaces, such as "
              + String.join(", ", missing)
              + ", whose rows have to be known; take refreshed-keyspaces out of it.");
    }
  }

  private static RestTerms terms(CqlSession session, RestTerms terms, List<String> unseen) {
    if (!terms.clientDataCenters().isEmpty()) {
      return terms;
    }
    String own = LocalDataCenter.of(session).orElse("");
    unseen.add(
        "Which data centres clients use: taken to be "
            + (own.isEmpty() ? "all that stay awake" : own + " alone")
            + "; name them with --clients.");
    return new RestTerms(
        terms.failures(), terms.timeToWake(), own.isEmpty() ? Set.of() : Set.of(own));
  }

  /** By the first token of each that stands alone, so that neighbours of a ring are neighbours. */
  private static List<Node> inOrder(Metadata metadata) {
    Map<UUID, Node> order = new LinkedHashMap<>();
    OwnedTokens tokens = DriverRing.tokens(metadata);
    tokens.owners().values().forEach(id -> order.put(id, metadata.getNodes().get(id)));
    metadata.getNodes().forEach(order::putIfAbsent);
    return order.values().stream().filter(node -> node.getHostId() != null).toList();
  }

  private static Map<UUID, String> names(List<Node> nodes) {
    boolean hostsDiffer = nodes.stream().map(NodeHost::of).distinct().count() == nodes.size();
    Map<UUID, String> names = new HashMap<>();
    for (Node node : nodes) {
      names.put(
          Objects.requireNonNull(node.getHostId()),
          hostsDiffer ? NodeHost.of(node) : address(node));
    }
    return names;
  }

  private static String address(Node node) {
    String text = node.getEndPoint().resolve().toString();
    return text.substring(text.indexOf('/') + 1);
  }

  private static String name(Map<UUID, String> names, UUID id) {
    return names.getOrDefault(id, id.toString());
  }

  private static Set<String> named(Set<UUID> ids, Map<UUID, String> names) {
    return ids.stream().map(id -> name(names, id)).collect(Collectors.toSet());
  }

  private static NodePlace place(Node node) {
    return new NodePlace(String.valueOf(node.getDatacenter()), String.valueOf(node.getRack()));
  }

  private static NodeCondition condition(Node node, Set<UUID> lacking) {
    return KnownCluster.isDown(node)
        ? NodeCondition.DOWN
        : lacking.contains(Objects.requireNonNull(node.getHostId()))
            ? NodeCondition.CATCHING_UP
            : NodeCondition.UP;
  }

  private static Map<UUID, HintsTold> hints(
      CqlSession session, List<Node> nodes, Map<UUID, String> names, List<String> unseen) {
    Map<UUID, HintsTold> told = new LinkedHashMap<>();
    List<String> silent = new ArrayList<>();
    for (Node node : nodes) {
      UUID id = Objects.requireNonNull(node.getHostId());
      if (node.getDistance() == NodeDistance.IGNORED || KnownCluster.isDown(node)) {
        silent.add(name(names, id));
        continue;
      }
      try {
        told.put(id, HintsTold.of(session, node));
      } catch (DriverException | IllegalArgumentException untold) {
        silent.add(name(names, id));
      }
    }
    if (!silent.isEmpty()) {
      unseen.add(
          "Hints of "
              + String.join(", ", silent)
              + ": for how long, and for whom now; taken to be kept "
              + (told.isEmpty() ? "as by default, for 3 h." : "as the others keep them."));
    }
    tell(unseen, "Whether it is up: ", nodes, names, node -> node.getState() == NodeState.UNKNOWN);
    tell(
        unseen,
        "For whom it keeps hints now, which Cassandra tells from 4.1 on: ",
        nodes,
        names,
        node -> tells(told.get(node.getHostId()), own -> own.keptFor().isEmpty()));
    tell(
        unseen,
        "Whether its max_hints_size_per_host lets it keep all that resting nodes miss, which are"
            + " repaired when they wake: ",
        nodes,
        names,
        node -> tells(told.get(node.getHostId()), HintsTold::isLimited));
    if (told.isEmpty()
        ? session.getContext().getAuthProvider().isPresent()
        : told.values().stream().anyMatch(HintsTold::hasLogin)) {
      unseen.add(
          "Whether clients could still log in while nodes rest, for which cluster rest would refuse"
              + " it: system_auth needs enough replicas on nodes that stay awake.");
    }
    return told;
  }

  private static boolean tells(@Nullable HintsTold own, Predicate<HintsTold> what) {
    return own != null && what.test(own);
  }

  private static void tell(
      List<String> unseen,
      String what,
      List<Node> nodes,
      Map<UUID, String> names,
      Predicate<Node> which) {
    String those =
        nodes.stream()
            .filter(which)
            .map(node -> name(names, Objects.requireNonNull(node.getHostId())))
            .collect(Collectors.joining(", "));
    if (!those.isEmpty()) {
      unseen.add(what + those + ".");
    }
  }

  private static List<RestKeyspace> keyspaces(
      CqlSession session, UsedLevels levels, Map<UUID, String> names) {
    Metadata metadata = session.getMetadata();
    List<RestKeyspace> keyspaces = new ArrayList<>();
    for (KeyspaceMetadata keyspace : metadata.getKeyspaces().values()) {
      String name = keyspace.getName().asInternal();
      if (LiveSchema.isUsed(name)) {
        keyspaces.add(
            new RestKeyspace(
                name,
                levels.writes(),
                levels.reads(),
                KnownCluster.replication(session, keyspace.getReplication()),
                DriverRing.of(metadata, name, any -> true).stream()
                    .map(ReplicatedRange::replicas)
                    .map(ids -> named(Set.copyOf(ids), names))
                    .collect(Collectors.toSet()),
                LiveSchema.tables(keyspace)));
      }
    }
    return keyspaces;
  }
}
