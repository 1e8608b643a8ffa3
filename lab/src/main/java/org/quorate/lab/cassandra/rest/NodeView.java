package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.rest.HintKeeping;
import org.quorate.lab.cassandra.Management;
import org.quorate.lab.engine.RunningNode;

/**
 * What a node says over JMX of itself and of the others. Immutable.
 *
 * @param live advertised addresses of nodes that it has for up, its own among them
 * @param changing those of nodes on their way in the ring
 * @param addresses by host id, of all nodes that it knows
 * @param clients connections of clients
 * @param hintsMiB how much it keeps for a node at most; 0 for no limit
 */
record NodeView(
    Set<String> live,
    Set<String> changing,
    Map<String, String> addresses,
    int clients,
    boolean writesHints,
    Duration hintWindow,
    Set<String> withoutHints,
    int hintsMiB) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String CLIENTS =
      "org.apache.cassandra.metrics:type=Client,name=connectedNativeClients";

  /** Nothing where the node does not answer. */
  static Optional<NodeView> of(RunningNode node) throws InterruptedException {
    try {
      return Optional.of(
          TimedQuestion.ask(
              "view of " + node.name() + " at " + node.managementPort(),
              PATIENCE,
              () -> connectAndRead(node)));
    } catch (IOException silent) {
      return Optional.empty();
    }
  }

  private static NodeView connectAndRead(RunningNode node) throws IOException {
    try (Management asked = Management.connect(node.managementPort())) {
      return read(asked);
    }
  }

  @SuppressWarnings("unchecked") // The types are those of Cassandra's beans.
  private static NodeView read(Management asked) throws IOException {
    List<String> changing = new ArrayList<>(asked.nodes("JoiningNodes"));
    changing.addAll(asked.nodes("LeavingNodes"));
    changing.addAll(asked.nodes("MovingNodes"));
    return new NodeView(
        Set.copyOf(asked.nodes("LiveNodes")),
        Set.copyOf(changing),
        Map.copyOf(
            (Map<String, String>) asked.attribute(Management.STORAGE_SERVICE, "HostIdToEndpoint")),
        ((Number) asked.attribute(CLIENTS, "Value")).intValue(),
        (Boolean) asked.attribute(Management.STORAGE_PROXY, "HintedHandoffEnabled"),
        Duration.ofMillis(
            ((Number) asked.attribute(Management.STORAGE_PROXY, "MaxHintWindow")).longValue()),
        new HashSet<>(
            (Set<String>) asked.attribute(Management.STORAGE_PROXY, "HintedHandoffDisabledDCs")),
        ((Number) asked.attribute(Management.STORAGE_PROXY, "MaxHintsSizePerHostInMiB"))
            .intValue());
  }

  HintKeeping hints(Set<String> keptFor) {
    return new HintKeeping(writesHints, hintWindow, withoutHints, keptFor);
  }
}
