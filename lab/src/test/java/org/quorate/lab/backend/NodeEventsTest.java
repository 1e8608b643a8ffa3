package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningNode;

final class NodeEventsTest {
  private final NodeEvents events = new NodeEvents();

  @Test
  void theFirstDeathIsToldWithTheNodesLog() {
    long from = System.nanoTime();
    events.onProcessEnded(node("node2", NodeState.DIED), OptionalInt.of(137), List.of());
    events.onProcessEnded(node("node1", NodeState.DIED), OptionalInt.empty(), List.of());

    assertThat(events.death())
        .contains("node2 died with status 137; see its log /logs/node2/system.log.");
    assertThat(events.between(from, System.nanoTime()))
        .extracting(event -> event.text())
        .containsExactly("node2 died with status 137.", "node1 died.");
  }

  @Test
  void aServerWithoutMemoryIsSaidToNeedALargerHeap() {
    events.onProcessEnded(
        node("node1", NodeState.DIED),
        OptionalInt.of(3),
        List.of("Terminating due to java.lang.OutOfMemoryError: Java heap space"));
    assertThat(events.death())
        .contains(
            "node1 died with status 3 since its heap is too small; see its log"
                + " /logs/node1/system.log.");
  }

  /** Cassandra ends with the same status when it cannot start. */
  @Test
  void aServerThatGivesUpIsNotSaidToLackMemory() {
    events.onProcessEnded(
        node("node1", NodeState.DIED),
        OptionalInt.of(3),
        List.of("java.lang.RuntimeException: Unable to gossip with any peers"));
    assertThat(events.death())
        .contains("node1 died with status 3; see its log /logs/node1/system.log.");
  }

  @Test
  void anEndOnPurposeIsAnEventAndNoDeath() {
    long from = System.nanoTime();
    events.onProcessEnded(node("node2", NodeState.STOPPED), OptionalInt.of(137), List.of());

    assertThat(events.death()).isEmpty();
    assertThat(events.between(from, System.nanoTime()))
        .extracting(event -> event.text())
        .containsExactly("node2 was ended on purpose.");
    assertThat(events.between(from - 2, from - 1)).isEmpty();
  }

  private static RunningNode node(String name, NodeState state) {
    return (RunningNode)
        Proxy.newProxyInstance(
            NodeEventsTest.class.getClassLoader(),
            new Class<?>[] {RunningNode.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> name;
                  case "state" -> state;
                  case "log" -> Path.of("/logs", name, "system.log");
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
