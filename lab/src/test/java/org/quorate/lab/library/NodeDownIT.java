package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Observation;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.engine.RunningNode;

/** One node of three is down: what sessions do to reads, from their start on. */
@Tag("faults")
class NodeDownIT extends AdaptiveSessionFixture {
  private static final int READS = 1_000;
  private static RunningNode down;

  private volatile boolean cutOff;

  @BeforeAll
  static void stopNode() throws Exception {
    down = cluster.nodes().get(2);
    down.stop();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                plain.getMetadata().getNodes().values().stream()
                    .anyMatch(node -> node.getState() == NodeState.DOWN));
  }

  @AfterAll
  static void restartNode() throws Exception {
    down.restart();
  }

  /** At once, when as much is known as can be, and when nothing recent is known any more. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void readsAtTheApplicationsOwnLevelFailNoMoreOftenThanThroughThePlainSession(Mode mode) {
    int ofPlain;
    try (CqlSession own = ownSession()) {
      ofPlain = failed(own);
    }
    try (AdaptiveSession session = Quorate.adaptive(ownSession(), settings(mode))) {
      assertThat(failed(session)).as("at once").isLessThanOrEqualTo(ofPlain);
      await(() -> status(session).leftAlone().isEmpty());
      if (mode == Mode.ADAPT) {
        await(() -> status(session).decision().isPresent() && told(Kind.LIMITED) == 1);
        assertThat(status(session).decision().orElseThrow().reason())
            .startsWith("It asks for ALL.");
      }
      assertThat(failed(session)).as("known").isLessThanOrEqualTo(ofPlain);
      cutOff = true;
      if (mode == Mode.ADAPT) {
        await(() -> isLast(Kind.MONITOR_LOST));
      }
      assertThat(failed(session)).as("lost").isLessThanOrEqualTo(ofPlain);
      assertThat(status(session).level()).isEqualTo(Level.LOCAL_QUORUM);
    }
    assertThat(told(Kind.LIMITED)).isEqualTo(mode == Mode.ADAPT ? 1 : 0);
    if (mode == Mode.ADAPT) {
      assertThatLossAndReturnAreToldInTurn();
    } else {
      assertThat(lostAndBack()).isEmpty();
    }
  }

  private AdaptiveSettings settings(Mode mode) {
    return adapting(
            TableSettings.of("adaptive_it.carts", 0.01, Level.LOCAL_ONE)
                .withPolicy(new AskingAll()))
        .mode(mode)
        .counters(session -> List.of(new CutOffSource(new SystemViewsSource(session))))
        .interval(Duration.ofMillis(200))
        .propagationInterval(Duration.ofMillis(200))
        .eventPeriod(Duration.ZERO)
        .management(false)
        .listener(events::add)
        .build();
  }

  private static TableStatus status(AdaptiveSession session) {
    return session.levels().status(CARTS).orElseThrow();
  }

  private long told(Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).count();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  private static int failed(CqlSession session) {
    PreparedStatement read = session.prepare(READ);
    int failed = 0;
    for (int i = 0; i < READS; i++) {
      try {
        session.execute(read.bind(i % 20));
      } catch (DriverException e) {
        failed++;
      }
    }
    return failed;
  }

  private static CqlSession ownSession() {
    return Sessions.open(cluster, "dc1", DefaultConsistencyLevel.LOCAL_QUORUM);
  }

  /** Would send every read at a level that cannot be served while a node is down. */
  private static final class AskingAll implements ConsistencyPolicy {
    @Override
    public String name() {
      return "asking all";
    }

    @Override
    public Decision decide(Observation observation, ReadLevels levels) {
      return Decision.of(Level.ALL, "It asks for ALL.");
    }
  }

  /** Servers whose counts cannot be had once they are cut off. */
  private final class CutOffSource implements CounterSource {
    private final CounterSource source;

    CutOffSource(CounterSource source) {
      this.source = source;
    }

    @Override
    public String name() {
      return source.name();
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      return cutOff
          ? CompletableFuture.failedFuture(new IllegalStateException("cut off"))
          : source.read(node, tables);
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
