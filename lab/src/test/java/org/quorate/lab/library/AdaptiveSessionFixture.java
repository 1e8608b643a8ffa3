package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.Propagation;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SchemaChanges;
import org.quorate.lab.testing.SharedCluster;

/** Adaptive sessions over one session with the shared cluster, and a table that they read. */
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
abstract class AdaptiveSessionFixture {
  static final TableName CARTS = new TableName("adaptive_it", "carts");
  static final String READ = "SELECT v FROM adaptive_it.carts WHERE id = ?";

  static RunningCluster cluster;
  static CqlSession plain;

  final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private final List<AdaptiveSession> made = new ArrayList<>();

  @BeforeAll
  static void create(RunningCluster shared) {
    cluster = shared;
    plain = open();
    change(
        "CREATE KEYSPACE IF NOT EXISTS adaptive_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}",
        "CREATE TABLE IF NOT EXISTS adaptive_it.carts (id int PRIMARY KEY, v text)");
    for (int i = 0; i < 20; i++) {
      write(
          SimpleStatement.newInstance("INSERT INTO adaptive_it.carts (id, v) VALUES (?, 'a')", i));
    }
  }

  /** Changes the keyspace that all these tests share, so that each node goes by it afterwards. */
  static void change(String... statements) {
    SchemaChanges.make(plain, CARTS.keyspace(), statements);
  }

  /**
   * Waits until every replica has the indexes that queries use: nodes build them by themselves,
   * after they have made them.
   */
  static void awaitIndexes(String... queries) {
    Awaitility.await("every replica answers by its index")
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(
            () -> {
              for (String query : queries) {
                plain.execute(
                    SimpleStatement.newInstance(query)
                        .setConsistencyLevel(DefaultConsistencyLevel.ALL));
              }
              return true;
            });
  }

  static void write(SimpleStatement statement) {
    plain.execute(statement.setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  static CqlSession open() {
    return Sessions.open(
        cluster,
        "dc1",
        options ->
            options
                // A server that stands still for a while must not leave the driver with the
                // tables of before.
                .withDuration(
                    DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(30))
                .withDuration(
                    DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(30))
                .withDuration(
                    DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT,
                    Duration.ofSeconds(30))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "ONE")
                .withInt(DefaultDriverOption.REQUEST_TRACE_ATTEMPTS, 5_000)
                .startProfile("strong")
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "THREE")
                .endProfile()
                .startProfile("patient")
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .endProfile());
  }

  @AfterEach
  void endAdaptation() {
    // Closing them would close the session that all tests share.
    made.forEach(session -> session.levels().close());
  }

  @AfterAll
  static void closePlain() {
    plain.close();
  }

  AdaptiveSession adaptive(AdaptiveSettings.Builder settings) {
    AdaptiveSession session =
        Quorate.adaptive(
            plain,
            settings
                .management(false)
                // Servers that have just started may lack writes, which is no matter of these
                // tests.
                .dangerSignals(false)
                .profiles(List.of("patient"))
                .interval(Duration.ofMillis(200))
                .propagationInterval(Duration.ofMillis(200))
                .eventPeriod(Duration.ZERO)
                .listener(events::add)
                .build());
    made.add(session);
    return session;
  }

  /** Adapts, with a propagation time of 10 ms that is not measured, and counts that are. */
  AdaptiveSettings.Builder adapting(TableSettings... tables) {
    AdaptiveSettings.Builder settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .counters(session -> List.of(new SystemViewsSource(session)))
            .propagation((session, table, ladder, bytes) -> new KnownPropagation(0.01));
    for (TableSettings table : tables) {
      settings.table(table.withWindow(Duration.ZERO));
    }
    return settings;
  }

  static TableSettings carts(double tolerance) {
    return TableSettings.of("adaptive_it.carts", tolerance, Level.ONE)
        .withPolicy(Policies.of("harmony", tolerance))
        .withSafeLevel(Level.ALL);
  }

  /** Losses and returns of the monitor, in the order in which they were told. */
  List<Kind> lostAndBack() {
    return events.stream()
        .map(LevelEvent::kind)
        .filter(kind -> kind == Kind.MONITOR_LOST || kind == Kind.MONITOR_BACK)
        .toList();
  }

  boolean isLast(Kind kind) {
    List<Kind> told = lostAndBack();
    return !told.isEmpty() && told.get(told.size() - 1) == kind;
  }

  /** Servers that stand still for a while are not heard either, so there may be more than one. */
  void assertThatLossAndReturnAreToldInTurn() {
    List<Kind> told = lostAndBack();
    for (int i = 0; i < told.size(); i++) {
      assertThat(told.get(i))
          .as("told once, in turn: %s", told)
          .isEqualTo(i % 2 == 0 ? Kind.MONITOR_LOST : Kind.MONITOR_BACK);
    }
  }

  /** The level at which the coordinator says that it got the request. */
  static String traced(CqlSession session, Statement<?> statement) {
    return traced(session.execute(statement.setTracing(true)).getExecutionInfo());
  }

  static String traced(ExecutionInfo info) {
    return info.getQueryTrace().getParameters().get("consistency_level");
  }

  /**
   * A propagation time that the test has set.
   *
   * @param seconds of it
   */
  record KnownPropagation(double seconds) implements PropagationSource {
    @Override
    public String name() {
      return "known";
    }

    @Override
    public String meaning() {
      return "A time that the test has set.";
    }

    @Override
    public CompletionStage<PropagationReading> measure() {
      return CompletableFuture.completedFuture(
          new PropagationReading(
              Propagation.exactly(seconds), name(), 1, System.nanoTime(), List.of()));
    }

    @Override
    public void close() {}
  }
}
