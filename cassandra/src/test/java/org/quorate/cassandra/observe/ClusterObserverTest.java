package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.propagation.TimedTable;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.staleness.Propagation;

/** Two nodes that answer and one that is down; of the tables the driver knows the carts alone. */
final class ClusterObserverTest {
  private static final TableName AUDIT = new TableName("shop", "audit");
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final long SECOND = 1_000_000_000L;

  private final FakeSession driver = new FakeSession("ONE");
  private final Map<Level, Long> readsByLevel = new EnumMap<>(Level.class);
  private final Scripted times = new Scripted();
  private TableCounts carts = new TableCounts(0, 0, 0, 0);
  private @Nullable Exception unanswered;
  private long now;
  private final ClusterObserver observer;

  ClusterObserverTest() {
    FakeNode down = FakeNode.of(3, "dc1");
    down.state = NodeState.DOWN;
    driver.nodes(FakeNode.of(1, "dc1").node, FakeNode.of(2, "dc1").node, down.node);
    Replication replication = new Replication(Map.of("dc1", 3));
    observer =
        new ClusterObserver(
            driver.session,
            new ObserverSettings(
                "shop",
                List.of(CARTS, AUDIT),
                ObservedLevels.of("shop", replication, "dc1", Level.QUORUM),
                OptionalLong.empty(),
                (session, table, ladder, bytes) ->
                    table.equals(CARTS)
                        ? times
                        : new NetworkPropagation(
                            new TimedTable(
                                session,
                                table,
                                LevelLadder.GLOBAL,
                                bytes,
                                1e9,
                                Duration.ofSeconds(1),
                                new SplittableRandom(1))),
                Duration.ofSeconds(15),
                KeySampling.NONE,
                Optional.empty()),
            new ClusterMonitor(
                driver.session, List.of(new Counters()), Duration.ofSeconds(5), () -> now),
            new SplittableRandom(1),
            () -> now);
  }

  @AfterEach
  void close() {
    observer.close();
  }

  @Test
  void ownReadsAreTakenOutOfRatesReplicasAndLevels() throws Exception {
    readsByLevel.putAll(Map.of(Level.ONE, 0L, Level.ALL, 0L));
    assertThat(observer.poll()).isFalse();
    assertThat(observer.latest().tables()).isEmpty();
    assertThat(pollAfter(1, carts)).isTrue();
    send(30, Level.ONE);
    send(30, Level.ALL);
    readsByLevel.putAll(Map.of(Level.ONE, 40L, Level.ALL, 15L));
    assertThat(pollAfter(5, new TableCounts(125, 50, 225, 100))).isTrue();
    TableReport table = table(observer.latest());
    // 50 reads a second that 90 replicas executed; 60 reads of 120 replicas in 5 seconds were own.
    assertThat(table.reads()).isEqualTo(MeanRate.of(38));
    assertThat(table.writes()).isEqualTo(MeanRate.of(20));
    assertThat(table.replicasPerRead()).isEqualTo(66 / 38.0, within(1e-12));
    assertThat(observer.coordinatedByDataCenter()).isEqualTo(Map.of("dc1", 58.0));
    assertThat(observer.latest().counts().readsByLevel())
        .isEqualTo(Map.of(Level.ONE, 50L, Level.ALL, 0L));
  }

  @Test
  void theWholeIsTheMeanOfAllReadingsAndTheLatestIsTheLast() throws Exception {
    observer.poll();
    pollAfter(5, new TableCounts(25, 50, 0, 0));
    pollAfter(5, new TableCounts(75, 50, 0, 0));
    assertThat(table(observer.latest()).reads()).isEqualTo(MeanRate.of(20));
    assertThat(table(observer.whole()).reads()).isEqualTo(new MeanRate(15, 10, 20));
    ClusterReport whole = observer.whole();
    assertThat(whole.seconds()).isEqualTo(10);
    assertThat(whole.readings()).isEqualTo(2);
    assertThat(whole.incompleteReadings()).isZero();
    assertThat(whole.source()).isEqualTo("scripted");
    assertThat(whole.nodes()).isEqualTo(3);
    assertThat(whole.nodesDown()).isEqualTo(1);
    assertThat(whole.nodesSilent()).isZero();
  }

  @Test
  void thePropagationTimeIsMeasuredOnTheFirstTableThatCanBeUsedNowAndThen() throws Exception {
    observer.poll();
    assertThat(observer.whole().propagation()).isEmpty();
    assertThat(observer.whole().problems())
        .singleElement()
        .asString()
        .startsWith("The propagation time could not be measured: ")
        .contains("shop.audit");
    pollAfter(1, carts);
    pollAfter(5, carts);
    assertThat(times.asked).isEqualTo(1);
    pollAfter(10, carts);
    assertThat(times.asked).isEqualTo(2);
    PropagationSummary summary = observer.whole().propagation().orElseThrow();
    assertThat(summary.propagation()).isEqualTo(new Propagation(0.010, 0.005, 0.020));
    assertThat(summary.rounds()).isEqualTo(2);
    assertThat(summary.samples()).isEqualTo(60);
    assertThat(summary.source()).isEqualTo("scripted");
    assertThat(summary.meaning()).isEqualTo("Stated by the test.");
    assertThat(table(observer.whole()).at(Level.ONE).orElseThrow().estimates()).hasSize(3);
  }

  @Test
  void aRoundThatFailsIsTriedAgainAndASourceThatCannotBeUsedIsNot() throws Exception {
    observer.poll();
    times.failure = new IllegalStateException("not now");
    pollAfter(15, carts);
    times.failure = new SourceException("No permission.");
    pollAfter(15, carts);
    times.failure = null;
    pollAfter(15, carts);
    assertThat(times.asked).isEqualTo(2);
    assertThat(observer.whole().problems())
        .contains(
            "The propagation time could not be measured: not now",
            "The propagation time could not be measured: No permission.");
  }

  @Test
  void aSourceThatCouldNotBeUsedIsTriedAgainAfterTenMinutes() throws Exception {
    observer.poll();
    times.failure = new SourceException("No permission.");
    pollAfter(15, carts);
    times.failure = null;
    pollAfter(599, carts);
    assertThat(times.asked).isEqualTo(1);
    // On the first table first, which still cannot be used, and then on the next one.
    pollAfter(1, carts);
    pollAfter(1, carts);
    assertThat(times.asked).isEqualTo(2);
    assertThat(observer.whole().propagation()).isPresent();
  }

  @Test
  void aPropagationTimeOfLongAgoIsOfTheWholeButNotOfTheLatest() throws Exception {
    observer.poll();
    pollAfter(1, carts);
    times.failure = new SourceException("No permission.");
    // The round was taken at 0.
    pollAfter(899, carts);
    assertThat(observer.latest().propagation()).isPresent();
    pollAfter(1, carts);
    assertThat(observer.latest().propagation()).isEmpty();
    assertThat(observer.whole().propagation()).isPresent();
  }

  @Test
  void problemsThatAreForgottenAreToldAnewWhereTheyGoOn() throws Exception {
    observer.poll();
    times.failure = new IllegalStateException("not now");
    pollAfter(15, carts);
    observer.forgetProblems();
    assertThat(observer.latest().problems()).isEmpty();
    pollAfter(15, carts);
    assertThat(observer.latest().problems())
        .containsExactly("The propagation time could not be measured: not now");
  }

  @Test
  void aRoundUnderWayIsWaitedForAndNoOtherIsBegun() throws Exception {
    observer.poll();
    times.isSlow = true;
    pollAfter(15, carts);
    pollAfter(15, carts);
    assertThat(times.asked).isEqualTo(1);
    observer.awaitPropagation(Duration.ofMillis(1));
    assertThat(observer.whole().problems())
        .contains("The propagation time was not measured in time.");
    times.open.complete(times.reading());
    observer.awaitPropagation(Duration.ofSeconds(10));
    assertThat(observer.whole().propagation()).isPresent();
  }

  @Test
  void whatCannotBeUsedFromTheBeginningEndsTheLookingAndLaterIsAProblem() throws Exception {
    unanswered = new SourceException("No permission.");
    assertThatThrownBy(observer::poll)
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("No permission.");
    unanswered = null;
    observer.poll();
    pollAfter(5, new TableCounts(25, 50, 0, 0));
    unanswered = new SourceException("No permission any more.");
    assertThat(observer.poll()).isFalse();
    assertThat(observer.latest().tables()).isEmpty();
    assertThat(observer.latest().seconds()).isZero();
    assertThat(observer.coordinatedByDataCenter()).isEmpty();
    assertThat(observer.whole().readings()).isEqualTo(1);
    assertThat(observer.whole().problems()).anyMatch(told -> told.contains("any more"));
  }

  @Test
  void anotherReplicationIsTold() throws Exception {
    observer.poll();
    driver.replicas(Map.of("dc1", "2"));
    pollAfter(5, carts);
    assertThat(observer.whole().problems())
        .contains(
            "The replication of keyspace shop was changed from dc1:3 to dc1:2; all estimates are"
                + " for the former, so look anew.");
  }

  private static TableReport table(ClusterReport report) {
    return report.tables().stream()
        .filter(table -> table.table().equals(CARTS))
        .findFirst()
        .orElseThrow();
  }

  /** Polls so many seconds later, when each of the two nodes has these counts. */
  private boolean pollAfter(int seconds, TableCounts counts) throws Exception {
    now += seconds * SECOND;
    carts = counts;
    return observer.poll();
  }

  /** Reads that the observer sends itself. */
  private void send(int reads, Level level) {
    for (int i = 0; i < reads; i++) {
      times.reads.ended(CARTS, DriverLevels.of(level));
    }
  }

  private final class Counters implements CounterSource {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      return unanswered != null
          ? CompletableFuture.failedFuture(unanswered)
          : CompletableFuture.completedFuture(
              new NodeCounts(
                  node.getHostId(),
                  now,
                  Map.of(CARTS, carts),
                  new NodeHealth(null, null, null, null, readsByLevel, Map.of())));
    }

    @Override
    public void close() {}
  }

  private static final class Scripted implements PropagationSource {
    private @Nullable Exception failure;
    private boolean isSlow;
    private int asked;
    private final OwnReads.Counter reads = new OwnReads.Counter();
    private final CompletableFuture<PropagationReading> open = new CompletableFuture<>();

    private PropagationReading reading() {
      return new PropagationReading(new Propagation(0.010, 0.005, 0.020), name(), 30, 0, List.of());
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public String meaning() {
      return "Stated by the test.";
    }

    @Override
    public OwnReads readsSent() {
      return reads.soFar();
    }

    @Override
    public CompletionStage<PropagationReading> measure() {
      asked++;
      if (isSlow) {
        return open;
      }
      return failure == null
          ? CompletableFuture.completedFuture(reading())
          : CompletableFuture.failedFuture(failure);
    }

    @Override
    public void close() {}
  }
}
