package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.propagation.PropagationException;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

class LevelControllerTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  /** Readings are not acted upon after this. */
  private static final long STALE = TableControls.LEAST_UNTIL_STALE.toNanos() + 1;

  /** So little that no number of questions makes a reading stale: missed rounds are made up for. */
  private static final long QUESTION = Duration.ofMillis(1).toNanos();

  private final Queue<LevelEvent> told = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final FakeSession driver = new FakeSession("ONE");
  private final AtomicBoolean failing = new AtomicBoolean();
  private final AtomicInteger closed = new AtomicInteger();

  /** Goes on with each question to a node, and by what a test adds, however long either takes. */
  private final AtomicLong clock = new AtomicLong(System.nanoTime());

  private volatile int late;
  private volatile boolean stopped;
  private LevelController levels;

  @AfterEach
  void close() {
    stopped = false;
    levels.close();
  }

  private void start(Function<Node, CompletionStage<NodeCounts>> answers) {
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .interval(Duration.ofMillis(100))
            .counters(session -> List.of(new Scripted(answers)))
            .propagation((session, table, ladder, bytes) -> new Closing())
            .table(
                TableSettings.of(CARTS, 1, Level.ONE)
                    .withPolicy(Policies.of("harmony", 1))
                    .withSafeLevel(Level.ALL))
            .evidence(
                EvidenceSettings.in(new TableName("shop", "evidence"))
                    .withEvery(Duration.ofMillis(100)))
            .publication(PublicationSettings.in(new TableName("shop", "levels")))
            .build();
    Events events =
        new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
    levels =
        new LevelController(
            driver.session,
            settings,
            events,
            () -> {
              throwOnce();
              return OwnReads.NONE;
            },
            () -> {
              if (stopped) {
                throw new IllegalStateException("no clock");
              }
              return nanoTime();
            });
    levels.start();
  }

  private long nanoTime() {
    return clock.get();
  }

  private CompletionStage<NodeCounts> counts(Node node) {
    return CompletableFuture.completedFuture(
        new NodeCounts(
            node.getHostId(),
            nanoTime(),
            Map.of(CARTS, new TableCounts(1, 1, 1, 1)),
            NodeHealth.UNKNOWN));
  }

  private List<String> problems() {
    return told.stream()
        .filter(event -> event.kind() == Kind.SOURCE_PROBLEM)
        .map(LevelEvent::reason)
        .toList();
  }

  private void awaitRoundsAfterTheProblem() {
    await(() -> !problems().isEmpty());
    int before = asked.get();
    await(() -> asked.get() >= before + 8);
  }

  /** It counts for half after 30 s, and the clock hardly moves. */
  @Test
  void whatASessionHasItselfSeenCanBeHandedOnToAnother() {
    start(node -> CompletableFuture.failedFuture(new SourceException("No permission.")));
    double[] reads = new double[AgeBins.COUNT];
    reads[3] = 8;
    levels.assume(
        CARTS,
        new Evidence(AgeCounts.of(reads), AgedPairCounts.NONE, RoundTrips.NONE, List.of(), null),
        new PropagationReading(Propagation.exactly(0.003), "network", 9, nanoTime(), List.of()));

    assertThat(levels.ownEvidence(CARTS).reads().count(3)).isBetween(7.0, 8.0);
  }

  @Test
  void aSourceThatCannotBeUsedIsToldOnce() {
    start(node -> CompletableFuture.failedFuture(new SourceException("No permission.")));
    awaitRoundsAfterTheProblem();
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
    awaitRoundsAfterTheProblem();
    assertThat(problems()).singleElement().asString().contains(second.toString());
    assertThat(levels.level(CARTS).orElseThrow().current()).isEqualTo(Level.ALL);
  }

  @Test
  void quietTrafficNeedsNothingStrong() {
    start(this::counts);
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    assertThat(problems()).isEmpty();
  }

  /** Whoever switches a table off, pins it or ends everything learns nothing of its traffic. */
  @Test
  void whatIsLostIsBackOnlyOnceItIsKnown() {
    AtomicBoolean silent = new AtomicBoolean();
    start(
        node -> {
          // First, so that whoever answers still has counted before the silence.
          CompletionStage<NodeCounts> counted = counts(node);
          return silent.get()
              ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
              : counted;
        });
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    silent.set(true);
    clock.addAndGet(STALE);
    await(() -> told(Kind.MONITOR_LOST) == 1);
    levels.pin(CARTS, Level.TWO);
    levels.pin(CARTS, null);
    levels.leaveAlone(CARTS, "By the test.");
    levels.leaveAlone(CARTS, null);
    levels.mode(Mode.OBSERVE);
    levels.mode(Mode.OFF);
    levels.mode(Mode.ADAPT);
    assertThat(told(Kind.MONITOR_BACK)).isZero();
    assertThat(told(Kind.MONITOR_LOST)).isEqualTo(1);
    silent.set(false);
    await(() -> told(Kind.MONITOR_BACK) == 1);
    silent.set(true);
    clock.addAndGet(STALE);
    await(() -> told(Kind.MONITOR_LOST) == 2);
    levels.close();
    assertThat(told(Kind.MONITOR_BACK)).isEqualTo(1);
  }

  @Test
  void nothingTakesThePlaceOfASerialLevelAndThatChangesNoLevelAgainAndAgain() {
    start(this::counts);
    levels.pin(CARTS, Level.TWO);
    assertThat(levels.status(CARTS).orElseThrow().pinned()).isTrue();
    long changes = told(Kind.LEVEL_CHANGED);
    own("SERIAL");
    await(
        () ->
            levels.level(CARTS).orElseThrow().isLeft()
                && !levels.status(CARTS).orElseThrow().pinned());
    assertThatThrownBy(() -> levels.pin(CARTS, Level.ALL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("basic.request.consistency");
    own("ONE");
    await(() -> levels.status(CARTS).orElseThrow().pinned());
    assertThat(levels.level(CARTS).orElseThrow().current()).isEqualTo(Level.TWO);
    own("SERIAL");
    await(() -> levels.level(CARTS).orElseThrow().isLeft());
    levels.pin(CARTS, null);
    int before = asked.get();
    await(() -> asked.get() >= before + 6);
    assertThat(told(Kind.LEVEL_CHANGED)).isEqualTo(changes);
  }

  @Test
  void howFreshWritesWereAgesWhileNobodyCountsThem() {
    AtomicInteger written = new AtomicInteger();
    start(
        node ->
            CompletableFuture.completedFuture(
                new NodeCounts(
                    node.getHostId(),
                    nanoTime(),
                    Map.of(CARTS, new TableCounts(1, written.incrementAndGet(), 1, 1)),
                    NodeHealth.UNKNOWN)));
    await(() -> writes() > 0);
    levels.mode(Mode.OFF);
    await(
        () -> {
          // Again and again, since a round may have been under way.
          clock.addAndGet(Duration.ofHours(2).toNanos());
          return writes() == 0;
        });
  }

  @Test
  void readsThatWaitedForAllReplicasInVainAreWaysThoughNoTimeIsMeasured() {
    late = 3;
    start(this::counts);
    await(() -> levels.status(CARTS).orElseThrow().freshness().ways() >= 3);
    assertThat(problems()).anyMatch(problem -> problem.endsWith("Too late."));
  }

  private double writes() {
    return levels.status(CARTS).orElseThrow().freshness().writes();
  }

  private void own(String level) {
    driver.options.put(TypedDriverOption.REQUEST_CONSISTENCY, level);
  }

  private void throwOnce() {
    if (failing.getAndSet(false)) {
      throw new IllegalStateException("only once");
    }
  }

  @Test
  void aSourceThatCannotCountItsReadsOnceEndsNothing() {
    failing.set(true);
    start(this::counts);
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    assertThat(problems()).containsExactly("The levels could not be kept: only once");
  }

  @Test
  void whateverFailsSourcesAreClosed() {
    start(this::counts);
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    stopped = true;
    assertThatThrownBy(() -> levels.close()).hasMessage("no clock");
    assertThat(closed).hasValue(2);
  }

  /** The table of evidence never answers here, so a round is under way for good. */
  @Test
  void evidenceThatIsNeverAnsweredKeepsNothingFromItsLevelNorFromItsEnd() {
    start(this::counts);
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    await(() -> askedForEvidence() >= 2);
    int before = asked.get();
    await(() -> asked.get() >= before + 6);
    levels.close();
    assertThat(askedForEvidence()).as("one write and one read").isEqualTo(2);
    assertThat(levels.evidence().orElseThrow().tables().get(CARTS))
        .isEqualTo(EvidenceStanding.NOBODY);
  }

  /** The table of levels never answers here either. */
  @Test
  void levelsArePublishedUntilALastWordWhenTheSessionEnds() {
    start(this::counts);
    await(() -> levels.level(CARTS).orElseThrow().current() == Level.ONE);
    await(() -> !published().isEmpty());
    levels.close();
    List<List<Object>> words = published();
    assertThat(words).allSatisfy(word -> assertThat(word.get(0)).isEqualTo("shop.carts"));
    assertThat(words)
        .filteredOn(word -> word.get(9).equals("The publisher has closed its session."))
        .containsExactly(words.get(words.size() - 1));
    assertThat(levels.published().orElseThrow().failed()).isZero();
  }

  private List<List<Object>> published() {
    return driver.executed.stream()
        .filter(SimpleStatement.class::isInstance)
        .map(SimpleStatement.class::cast)
        .filter(request -> request.getQuery().startsWith("INSERT INTO shop.levels"))
        .map(SimpleStatement::getPositionalValues)
        .toList();
  }

  private long askedForEvidence() {
    return driver.executed.stream()
        .map(request -> request instanceof BatchStatement batch ? batch.iterator().next() : request)
        .filter(request -> ((SimpleStatement) request).getQuery().contains("shop.evidence"))
        .count();
  }

  private long told(Kind kind) {
    return told.stream().filter(event -> event.kind() == kind).count();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(condition);
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
      clock.addAndGet(QUESTION);
      asked.incrementAndGet();
      return answers.apply(node);
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private final class Closing implements PropagationSource {
    private final PropagationSource given =
        new GivenPropagation(0.001, LevelControllerTest.this::nanoTime);

    @Override
    public String name() {
      return given.name();
    }

    @Override
    public String meaning() {
      return given.meaning();
    }

    @Override
    public CompletionStage<PropagationReading> measure() {
      return late > 0
          ? CompletableFuture.failedFuture(new PropagationException("Too late.", late))
          : given.measure();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
