package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;

class LevelControllerTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  static {
    // What is waited for comes soon, but for a machine that stands still.
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  private final Queue<LevelEvent> told = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private LevelController levels;

  @AfterEach
  void close() {
    levels.close();
  }

  private void start(Function<Node, CompletionStage<NodeCounts>> answers) {
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .interval(Duration.ofMillis(100))
            .counters(session -> List.of(new Scripted(answers)))
            .propagation(
                (session, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
            .table(
                TableSettings.of(CARTS, 1, Level.ONE)
                    .withPolicy(Policies.of("harmony", 1))
                    .withSafeLevel(Level.ALL))
            .build();
    Events events =
        new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
    levels =
        new LevelController(
            new FakeSession("ONE").session, settings, events, table -> 0, System::nanoTime);
    levels.start();
  }

  private static CompletionStage<NodeCounts> counts(Node node) {
    return CompletableFuture.completedFuture(
        new NodeCounts(
            node.getHostId(),
            System.nanoTime(),
            Map.of(CARTS, new TableCounts(1, 1, 1, 1)),
            NodeHealth.UNKNOWN));
  }

  private List<String> problems() {
    return told.stream()
        .filter(event -> event.kind() == Kind.SOURCE_PROBLEM)
        .map(LevelEvent::reason)
        .toList();
  }

  @Test
  void aSourceThatCannotBeUsedIsToldOnce() {
    start(node -> CompletableFuture.failedFuture(new SourceException("No permission.")));
    Awaitility.await().until(() -> asked.get() >= 10);
    assertThat(problems()).singleElement().asString().contains("No permission.");
    assertThat(levels.level(CARTS).orElseThrow().current()).isEqualTo(Level.ALL);
  }

  @Test
  void aNodeThatNeverAnswersIsToldOnceAndMeansTheSafeLevel() {
    UUID second = new UUID(0, 2);
    start(
        node ->
            second.equals(node.getHostId())
                ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
                : counts(node));
    Awaitility.await().until(() -> asked.get() >= 16);
    assertThat(problems()).singleElement().asString().contains(second.toString());
    assertThat(levels.level(CARTS).orElseThrow().current()).isEqualTo(Level.ALL);
  }

  @Test
  void quietTrafficNeedsNothingStrong() {
    start(LevelControllerTest::counts);
    Awaitility.await().until(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    assertThat(problems()).isEmpty();
  }

  private final class Scripted implements CounterSource {
    private final Function<Node, CompletionStage<NodeCounts>> answers;

    Scripted(Function<Node, CompletionStage<NodeCounts>> answers) {
      this.answers = answers;
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      asked.incrementAndGet();
      return answers.apply(node);
    }

    @Override
    public void close() {}
  }
}
