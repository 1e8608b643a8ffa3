package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;

class IdealLevelNodesTest {
  private final Node staying = FakeNode.of(1, "dc1").node;
  private final Node leaving = FakeNode.of(2, "dc1").node;
  private final Map<Node, Server> servers = new ConcurrentHashMap<>();
  private final AtomicInteger made = new AtomicInteger();
  private final IdealLevelNodes nodes =
      new IdealLevelNodes(
          node -> {
            made.incrementAndGet();
            return new IdealLevelNode(servers.computeIfAbsent(node, any -> new Server()), "ONE");
          },
          "ONE");

  /** Its connection would be kept for ever, and closing would wait for it and complain of it. */
  @Test
  void aNodeThatHasLeftGetsItsLevelBackAtOnceAndIsForgotten() {
    nodes.advance(List.of(staying, leaving)).join();
    nodes.retain(List.of(staying));
    Server left = servers.get(leaving);
    Awaitility.await().until(() -> left.closed.get() > 0);
    assertThat(left.level).isEqualTo("EACH_QUORUM");
    assertThat(servers.get(staying).level).isEqualTo("ALL");
    assertThat(servers.get(staying).closed).hasValue(0);
    nodes.advance(List.of(staying, leaving)).join();
    assertThat(made).as("it has come back").hasValue(3);
    assertThat(left.level).isEqualTo("ALL");
    nodes.restore();
    assertThat(servers.values()).allMatch(server -> server.level.equals("EACH_QUORUM"));
    assertThat(left.closed).hasValue(2);
    assertThat(servers.get(staying).closed).hasValue(1);
  }

  private static final class Server implements IdealLevelServer {
    private volatile String level = "EACH_QUORUM";
    private final AtomicInteger closed = new AtomicInteger();

    @Override
    public long startedAt() {
      return 1;
    }

    @Override
    public String idealLevel() {
      return level;
    }

    @Override
    public void setIdealLevel(String wanted) {
      level = wanted;
    }

    @Override
    public WriteTotals totals() {
      return WriteTotals.NONE;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
