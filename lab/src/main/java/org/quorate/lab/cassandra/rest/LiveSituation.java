package org.quorate.lab.cassandra.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.rest.HintKeeping;
import org.quorate.core.rest.NodeCondition;
import org.quorate.core.rest.RestNode;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/**
 * A running cluster as a {@link RestSituation}: nodes by what they say of one another over JMX and
 * by their files of hints, keyspaces by CQL. Used by one thread.
 */
final class LiveSituation implements AutoCloseable {
  private final RunningCluster cluster;
  private final RestJournal journal;
  private final RestTerms terms;
  private final UsedLevels levels;
  private final HintedHandoff handoff;

  private @Nullable RestTerms fixed;

  /** Opened when the clients were counted once, of which it is none. */
  private @Nullable LiveSchema schema;

  LiveSituation(RunningCluster cluster, RestJournal journal, RestTerms terms, UsedLevels levels) {
    this.cluster = cluster;
    this.journal = journal;
    this.terms = terms;
    this.levels = levels;
    this.handoff = new HintedHandoff(cluster);
  }

  /**
   * The cluster as it is now.
   *
   * @param wanted nodes of which it is to be decided: those of them that wake count as resting
   * @throws EngineException when no node that is to stay awake answers
   */
  RestSituation read(Set<String> wanted) throws EngineException, InterruptedException {
    Map<String, NodeView> views = views();
    Map<String, NodeView> awake = awake(views, wanted);
    if (awake.isEmpty()) {
      throw new EngineException(
          "No node of cluster "
              + cluster.spec().name()
              + " would be awake that answers; let some stay, or have some back first.");
    }
    Map<String, Set<String>> kept = kept(awake);
    RestTerms of = terms(views, awake.keySet());
    List<RestNode> nodes = new ArrayList<>();
    for (RunningNode node : cluster.nodes()) {
      NodeView view = views.get(node.name());
      Set<String> keptFor = kept.getOrDefault(node.name(), Set.of());
      nodes.add(
          new RestNode(
              node.name(),
              new NodePlace(node.dataCenter(), node.rack()),
              condition(node, view != null, wanted, awake, kept),
              // Later this process's own connections are among those of nodes that stay.
              view == null || awake.containsKey(node.name()) ? 0 : view.clients(),
              view == null ? HintKeeping.ofNoProcess(keptFor) : view.hints(keptFor)));
    }
    return new RestSituation(nodes, schema(awake.keySet()).keyspaces(levels), of);
  }

  /** With the data centres of clients as they were before this process was a client itself. */
  private RestTerms terms(Map<String, NodeView> views, Set<String> awake) {
    RestTerms known = fixed;
    if (known == null) {
      Set<String> centers = new TreeSet<>(terms.clientDataCenters());
      for (RunningNode node : cluster.nodes()) {
        NodeView view = views.get(node.name());
        if (view != null && view.clients() > 0) {
          centers.add(node.dataCenter());
        }
      }
      if (centers.isEmpty()) {
        cluster.nodes().stream()
            .filter(node -> awake.contains(node.name()))
            .forEach(node -> centers.add(node.dataCenter()));
      }
      known = new RestTerms(terms.failures(), terms.timeToWake(), centers);
      fixed = known;
    }
    return known;
  }

  /** The node that has hints for another and is not there to deliver them, part of a sentence. */
  Optional<String> unreachable(String node) throws EngineException, InterruptedException {
    Map<String, NodeView> views = views();
    for (Map.Entry<String, Set<String>> keeper : kept(views).entrySet()) {
      if (!views.containsKey(keeper.getKey()) && keeper.getValue().contains(node)) {
        return Optional.of(keeper.getKey() + ", which does not answer, still has writes for it");
      }
    }
    return Optional.empty();
  }

  String dataCenter(String node) {
    return cluster.nodes().stream()
        .filter(each -> each.name().equals(node))
        .map(RunningNode::dataCenter)
        .findFirst()
        .orElse("");
  }

  /** What nodes say that run and answer, by name. */
  Map<String, NodeView> views() throws InterruptedException {
    Map<String, NodeView> views = new HashMap<>();
    for (RunningNode node : cluster.nodes()) {
      if (node.state() == NodeState.READY) {
        NodeView.of(node).ifPresent(view -> views.put(node.name(), view));
      }
    }
    return views;
  }

  /** Of those that neither rest nor are to, nor wake. */
  private Map<String, NodeView> awake(Map<String, NodeView> views, Set<String> wanted)
      throws EngineException {
    Map<String, NodeView> awake = new HashMap<>(views);
    awake.keySet().removeAll(wanted);
    for (RunningNode node : cluster.nodes()) {
      if (journal.of(node.name()).isPresent()) {
        awake.remove(node.name());
      }
    }
    return awake;
  }

  private LiveSchema schema(Set<String> awake) throws EngineException {
    LiveSchema open = schema;
    if (open == null) {
      open = LiveSchema.open(cluster, awake);
      schema = open;
    }
    return open;
  }

  /** The names of the nodes that each node has hints for. */
  private Map<String, Set<String>> kept(Map<String, NodeView> views) throws EngineException {
    Map<String, String> names = new HashMap<>();
    views.values().forEach(view -> names.putAll(names(view)));
    Map<String, Set<String>> kept = new HashMap<>();
    for (RunningNode node : cluster.nodes()) {
      Set<String> targets = new TreeSet<>();
      for (String id : handoff.targets(node)) {
        targets.add(names.getOrDefault(id, id));
      }
      kept.put(node.name(), targets);
    }
    return kept;
  }

  /** By host id. */
  private Map<String, String> names(NodeView view) {
    Map<String, String> names = new HashMap<>();
    view.addresses()
        .forEach(
            (id, address) ->
                cluster.nodes().stream()
                    .filter(node -> address(node).equals(address))
                    .forEach(node -> names.put(id, node.name())));
    return names;
  }

  private NodeCondition condition(
      RunningNode node,
      boolean answers,
      Set<String> wanted,
      Map<String, NodeView> awake,
      Map<String, Set<String>> kept)
      throws EngineException {
    @Nullable RestStep step = journal.of(node.name()).map(RestEntry::step).orElse(null);
    if (step == RestStep.LEAVING && node.state() != NodeState.READY) {
      return NodeCondition.DOWN;
    }
    if (step != null) {
      return step.isToRest() || wanted.contains(node.name())
          ? NodeCondition.RESTING
          : NodeCondition.CATCHING_UP;
    }
    String address = address(node);
    if (node.state() != NodeState.READY
        || !answers
        || !awake.values().stream().allMatch(view -> view.live().contains(address))) {
      return NodeCondition.DOWN;
    }
    if (awake.values().stream().anyMatch(view -> view.changing().contains(address))) {
      return NodeCondition.CHANGING;
    }
    return kept.values().stream().anyMatch(targets -> targets.contains(node.name()))
        ? NodeCondition.CATCHING_UP
        : NodeCondition.UP;
  }

  /** As nodes know one another. */
  static String address(RunningNode node) {
    return node.advertisedStorageAddress().getAddress().getHostAddress();
  }

  @Override
  public void close() {
    if (schema != null) {
      schema.close();
    }
  }
}
