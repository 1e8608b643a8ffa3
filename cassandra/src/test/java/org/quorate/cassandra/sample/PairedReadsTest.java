package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class PairedReadsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final PairQuery QUERY =
      new PairQuery("", 0, 0, 1, Comparator.comparing(List::size), false);

  private final AtomicLong now = new AtomicLong();
  private final List<LevelEvent> events = new ArrayList<>();
  private final FakeSession driver = new FakeSession("LOCAL_QUORUM");
  private final PairedReads pairs =
      new PairedReads(
          driver.session,
          1,
          new Events(List.of(events::add), Duration.ZERO, now::get, InstantSource.system()),
          now::get,
          InstantSource.system());

  @Test
  void whatWasFoundAtOtherLevelsIsNotSummedUnderTheNewOnes() {
    // Levels that are the same are timed, and not paired.
    read(Level.ONE, 4_000_000);
    assertThat(pairs.result(CARTS).orElseThrow().ownMillis()).isEqualTo(4);
    read(Level.LOCAL_ONE, 8_000_000);
    PairResult result = pairs.result(CARTS).orElseThrow();
    assertThat(result.weak()).isEqualTo(Level.LOCAL_ONE);
    assertThat(result.ownMillis()).isEqualTo(8);
  }

  /** With its time limits and its pages, and by way of the node that it is sent to. */
  @Test
  void aPairGoesTheWayOfItsRead() {
    Node node = FakeNode.of(2, "dc1").node;
    Duration limit = Duration.ofMillis(70);
    DriverExecutionProfile own =
        driver
            .session
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, 7);
    PairedReads.Sample sample =
        pairs.begin(
            CARTS,
            QUERY,
            prepared().bind(1).setNode(node).setExecutionProfile(own).setTimeout(limit),
            new PairedReads.Levels(Level.LOCAL_ONE, Level.ALL));
    assertThat(sample.table()).isEqualTo(CARTS);
    assertThat(driver.executed)
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.getNode()).isSameAs(node);
              assertThat(each.getExecutionProfile()).isSameAs(own);
              assertThat(each.getPageSize()).isEqualTo(7);
              assertThat(each.getTimeout()).isEqualTo(limit);
            });
  }

  /** As Cassandra 5.0.9 words it. */
  private static RuntimeException notAllowed() {
    return new InvalidQueryException(
        FakeNode.of(1, "dc1").node,
        "Guardrail read_consistency_levels violated: Provided values [ALL] are not allowed for"
            + " read consistency levels (disallowed values are: [ALL])");
  }

  @Test
  void pairsOfALevelThatServersDoNotAllowEndForTheirTableAloneAndAreToldOnce() {
    PairedReads.Levels forbidden = new PairedReads.Levels(Level.ONE, Level.ALL);
    for (int i = 0; i < 100; i++) {
      driver.failures.add(notAllowed());
      driver.failures.add(notAllowed());
      pairs.begin(CARTS, QUERY, prepared().bind(1), forbidden);
    }
    assertThat(driver.executed).hasSize(2);
    assertThat(pairs.isPaused()).isFalse();
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo(LevelEvent.Kind.SAMPLING);
              assertThat(event.table()).isEqualTo(CARTS);
              assertThat(event.reason()).contains("ONE", "ALL", "read_consistency_levels");
            });
    driver.failures.clear();
    pairs.begin(new TableName("shop", "orders"), QUERY, prepared().bind(1), forbidden);
    pairs.begin(CARTS, QUERY, prepared().bind(1), new PairedReads.Levels(Level.ONE, Level.QUORUM));
    assertThat(driver.executed).as("another table, and other levels").hasSize(6);
  }

  @Test
  void onePairIsTriedAgainAfterAPauseSinceAnOperatorMayAllowItsLevel() {
    PairedReads.Levels forbidden = new PairedReads.Levels(Level.ONE, Level.ALL);
    driver.failures.add(notAllowed());
    driver.failures.add(notAllowed());
    pairs.begin(CARTS, QUERY, prepared().bind(1), forbidden);
    now.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
    pairs.begin(CARTS, QUERY, prepared().bind(1), forbidden);
    assertThat(driver.executed).hasSize(2);
    now.addAndGet(1);
    pairs.begin(CARTS, QUERY, prepared().bind(1), forbidden);
    assertThat(driver.executed).hasSize(4);
  }

  /** They are counters, which a metric must not see fall. */
  @Test
  void pairsOfATableAreCountedOnWhenItsLevelsChange() {
    for (Level strong : List.of(Level.ALL, Level.QUORUM)) {
      driver.failures.add(new IllegalStateException("no answer"));
      driver.failures.add(new IllegalStateException("no answer"));
      pairs.begin(CARTS, QUERY, prepared().bind(1), new PairedReads.Levels(Level.ONE, strong));
    }
    assertThat(pairs.counts(CARTS)).isEqualTo(new PairedReads.Counts(0, 0, 2));
    assertThat(pairs.counts(new TableName("shop", "orders")))
        .isEqualTo(new PairedReads.Counts(0, 0, 0));
  }

  /** A row found by the strong read alone, 20 ms after both were sent. */
  @ParameterizedTest
  @CsvSource({
    "100, 50, , true",
    "100, 77, , true",
    "100, 78, , false",
    "100, 99, , false",
    "100, 110, true, false",
    "3600049, 50, , true",
    "3600051, 50, , false",
  })
  void aPairSaysNothingWhereWhatIsMissingWasWrittenSinceAndTellsOfAClockThatIsAhead(
      long writtenMillis, long sentMillis, @Nullable Boolean isStale, boolean isAhead) {
    now.set(TimeUnit.MILLISECONDS.toNanos(sentMillis));
    PairedReads dated =
        new PairedReads(
            driver.session,
            1,
            new Events(List.of(events::add), Duration.ZERO, now::get, InstantSource.system()),
            now::get,
            () -> Instant.ofEpochSecond(0, now.get()));
    List<TableName> ahead = new ArrayList<>();
    dated.whenClocksAreApart(ahead::add);
    List<Boolean> found = new ArrayList<>();
    List<List<Long>> took = new ArrayList<>();
    List<Boolean> alike = new ArrayList<>();
    dated.begin(
        CARTS,
        QUERY,
        prepared().bind(1),
        new PairedReads.Levels(Level.ONE, Level.ALL),
        new PairListener() {
          @Override
          public void took(
              PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {
            took.add(List.of(weakNanos, strongNanos));
            alike.add(areAlike);
          }

          @Override
          public void found(boolean stale) {
            found.add(stale);
          }
        });
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(5));
    driver.pending.get(0).complete(page(List.of()));
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(15));
    driver.pending.get(1).complete(page(List.of(row(1_000 * writtenMillis))));
    assertThat(took).containsExactly(List.of(5_000_000L, 20_000_000L));
    assertThat(alike).containsExactly(false);
    assertThat(found).isEqualTo(isStale == null ? List.of() : List.of(isStale));
    assertThat(ahead).isEqualTo(isAhead ? List.of(CARTS) : List.of());
  }

  @Test
  void aReplicaWhoseAnswersAloneAreStaleIsNamed() {
    now.set(TimeUnit.SECONDS.toNanos(100));
    PairedReads.Levels levels = new PairedReads.Levels(Level.ONE, Level.ALL);
    List<Node> nodes =
        IntStream.range(0, 3).mapToObj(number -> FakeNode.of(number, "dc1").node).toList();
    driver.ring(nodes.toArray(Node[]::new));
    for (int pair = 0; pair < 60; pair++) {
      List<Row> weak = pair % 3 == 1 ? List.of() : List.of(row(1));
      pairs.begin(CARTS, QUERY, prepared().bind(1), levels, PairListener.NONE);
      driver.pending.get(2 * pair).complete(Executed.page(nodes.get(pair % 3), weak));
      driver.pending.get(2 * pair + 1).complete(page(List.of(row(1))));
    }
    assertThat(pairs.result(CARTS).orElseThrow().sentence())
        .endsWith(
            "By way of node1 20 of 20 were stale, by way of the others 0 of 40, which is"
                + " not chance: it lacks or lacked writes, or has a popular row that the others"
                + " have not.");
  }

  @Test
  void theReplicaThatAnsweredIsTheCoordinatorIfItHoldsTheRow() {
    Node first = FakeNode.of(1, "dc1").node;
    Node second = FakeNode.of(2, "dc1").node;
    Node other = FakeNode.of(3, "dc1").node;
    driver.ring(first, second);
    List<Row> row = List.of(row(1));
    assertThat(told(Level.ONE, first, List.of(), row)).isEqualTo("node1 stale");
    assertThat(told(Level.LOCAL_ONE, second, List.of(), List.of())).isEqualTo("node2 undated");
    assertThat(told(Level.ONE, other, row, row)).isEqualTo("unknown");
    assertThat(told(Level.ONE, null, row, row)).isEqualTo("unknown");
    assertThat(told(Level.TWO, first, row, row)).as("of two answers").isEqualTo("unknown");
  }

  private String told(Level weak, @Nullable Node coordinator, List<Row> rows, List<Row> strong) {
    StringBuilder told = new StringBuilder();
    PairListener listener =
        new PairListener() {
          @Override
          public void took(
              PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {}

          @Override
          public void found(boolean isStale) {}

          @Override
          public void answered(boolean isStale, Optional<Node> replica, long microsBefore) {
            told.append(replica.map(Node::toString).orElse("unknown"));
            told.append(isStale ? " stale" : "").append(microsBefore < 0 ? " undated" : "");
          }
        };
    int sent = driver.pending.size();
    PairedReads.Levels levels = new PairedReads.Levels(weak, Level.ALL);
    pairs.begin(CARTS, QUERY, prepared().bind(1), levels, listener);
    driver.pending.get(sent).complete(Executed.page(coordinator, rows));
    driver.pending.get(sent + 1).complete(page(strong));
    return told.toString();
  }

  @Test
  void whereNoAnswerComesInTimeThePairIsLostAndNotWhereAReplicaIsKnownToBeDown() {
    List<String> lost = new ArrayList<>();
    PairListener listener =
        new PairListener() {
          @Override
          public void lost() {
            lost.add("lost");
          }

          @Override
          public void took(
              PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {}

          @Override
          public void found(boolean stale) {}
        };
    PairedReads.Levels levels = new PairedReads.Levels(Level.ONE, Level.ALL);
    pairs.begin(CARTS, QUERY, prepared().bind(1), levels, listener);
    driver.pending.get(0).complete(page(List.of()));
    driver.pending.get(1).completeExceptionally(new DriverTimeoutException("2 s"));
    assertThat(lost).hasSize(1);
    pairs.begin(CARTS, QUERY, prepared().bind(1), levels, listener);
    driver.pending.get(2).complete(page(List.of()));
    driver
        .pending
        .get(3)
        .completeExceptionally(
            new UnavailableException(
                FakeNode.of(1, "dc1").node, DefaultConsistencyLevel.ALL, 3, 2));
    assertThat(lost).hasSize(1);
  }

  @Test
  void aPairThatWasNotDrawnIsInNoTallyAndItsFailuresStopNoOthers() {
    List<Boolean> alike = new ArrayList<>();
    PairListener timing =
        new PairListener() {
          @Override
          public boolean isDrawn() {
            return false;
          }

          @Override
          public void took(
              PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {
            alike.add(areAlike);
          }

          @Override
          public void found(boolean stale) {}
        };
    PairedReads.Levels levels = new PairedReads.Levels(Level.ONE, Level.ALL);
    for (int i = 0; i < 60; i++) {
      int sent = driver.pending.size();
      pairs.begin(CARTS, QUERY, prepared().bind(1), levels, timing);
      assertThat(driver.pending).hasSize(sent + 2);
      driver.pending.get(sent).completeExceptionally(new IllegalStateException("away"));
      driver.pending.get(sent + 1).completeExceptionally(new IllegalStateException("away"));
    }
    assertThat(pairs.isPaused()).isFalse();
    int sent = driver.pending.size();
    pairs.begin(CARTS, QUERY, prepared().bind(1), levels, timing);
    driver.pending.get(sent).complete(page(List.of()));
    driver.pending.get(sent + 1).complete(page(List.of()));
    assertThat(alike).containsExactly(true);
    assertThat(pairs.counts(CARTS)).isEqualTo(new PairedReads.Counts(0, 0, 0));
  }

  private static AsyncResultSet page(List<Row> rows) {
    return Executed.page(null, rows);
  }

  private static Row row(long writtenMicros) {
    return Executed.row(0, writtenMicros);
  }

  private PreparedStatement prepared() {
    return Objects.requireNonNull(
        driver.session.execute(
            new DefaultPrepareRequest(
                SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = ?")),
            PrepareRequest.SYNC));
  }

  private void read(Level level, long nanos) {
    PairedReads.Sample sample =
        pairs.begin(CARTS, QUERY, prepared().bind(1), new PairedReads.Levels(level, level));
    now.addAndGet(nanos);
    pairs.end(sample);
  }
}
