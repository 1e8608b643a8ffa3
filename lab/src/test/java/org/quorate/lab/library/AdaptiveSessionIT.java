package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.level.LiveLevel;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Carrying;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Propagation;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.testing.SharedCluster;

/** An adaptive session on real servers, which tell by their traces at which level a read came. */
@ExtendWith(SharedCluster.class)
class AdaptiveSessionIT {
  private static final TableName CARTS = new TableName("adaptive_it", "carts");
  private static final String READ = "SELECT v FROM adaptive_it.carts WHERE id = ?";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static RunningCluster cluster;
  private static CqlSession plain;

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean deaf = new AtomicBoolean();
  private final List<AdaptiveSession> made = new ArrayList<>();

  @BeforeAll
  static void create(RunningCluster shared) {
    cluster = shared;
    plain = open();
    plain.execute(
        "CREATE KEYSPACE IF NOT EXISTS adaptive_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    for (String table :
        List.of(
            "carts (id int PRIMARY KEY, v text)",
            "pages (id int, n int, v text, PRIMARY KEY (id, n))",
            "locks (id int PRIMARY KEY, v text)",
            "hits (id int PRIMARY KEY, n counter)")) {
      plain.execute("CREATE TABLE IF NOT EXISTS adaptive_it." + table);
    }
    plain.execute("CREATE INDEX IF NOT EXISTS pages_v ON adaptive_it.pages (v)");
    for (int i = 0; i < 20; i++) {
      write(
          SimpleStatement.newInstance("INSERT INTO adaptive_it.carts (id, v) VALUES (?, 'a')", i));
      write(
          SimpleStatement.newInstance(
              "INSERT INTO adaptive_it.pages (id, n, v) VALUES (1, ?, 'a')", i));
    }
  }

  private static void write(SimpleStatement statement) {
    plain.execute(statement.setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  private static CqlSession open() {
    return CqlSession.builder()
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter("dc1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(15))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "ONE")
                .withInt(DefaultDriverOption.REQUEST_TRACE_ATTEMPTS, 100)
                .startProfile("strong")
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "THREE")
                .endProfile()
                .startProfile("patient")
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(20))
                .endProfile()
                .build())
        .build();
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

  private AdaptiveSession adaptive(AdaptiveSettings.Builder settings) {
    AdaptiveSession session =
        Quorate.adaptive(
            plain,
            settings
                .management(false)
                .interval(Duration.ofMillis(200))
                .propagationInterval(Duration.ofMillis(200))
                .eventPeriod(Duration.ZERO)
                .listener(events::add)
                .build());
    made.add(session);
    return session;
  }

  /** Adapts, with a propagation time of 10 ms that is not measured, and counts that are. */
  private AdaptiveSettings.Builder adapting(TableSettings... tables) {
    AdaptiveSettings.Builder settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .counters(session -> List.of(new DeafSource(new SystemViewsSource(session))))
            .propagation((session, table, ladder, bytes) -> new KnownPropagation());
    for (TableSettings table : tables) {
      settings.table(table.withWindow(Duration.ZERO));
    }
    return settings;
  }

  private static TableSettings carts(double tolerance) {
    return TableSettings.of("adaptive_it.carts", tolerance, Level.ONE);
  }

  /** The level at which the coordinator says that it got the request. */
  private static String traced(CqlSession session, Statement<?> statement) {
    return traced(session.execute(statement.setTracing(true)).getExecutionInfo());
  }

  private static String traced(ExecutionInfo info) {
    return info.getQueryTrace().getParameters().get("consistency_level");
  }

  @Test
  void aPreparedReadGoesOutAtTheTablesLevelWithoutBeingPreparedAnew() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    PreparedStatement read = session.prepare(READ);
    for (Level level : List.of(Level.QUORUM, Level.ONE, Level.ALL, Level.TWO)) {
      session.levels().pin(CARTS, level);
      assertThat(traced(session, read.bind(1))).isEqualTo(level.name());
      assertThat(traced(session, read.boundStatementBuilder(1).build())).isEqualTo(level.name());
    }
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.SWITCHED)
        .extracting(LevelEvent::reason)
        .contains("The level is pinned to QUORUM.");
  }

  @Test
  void aStatementThatTheApplicationKeepsFollowsTheLevelToo() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    BoundStatement kept = session.prepare(READ).bind(1);
    session.levels().pin(CARTS, Level.ONE);
    assertThat(traced(session, kept)).isEqualTo("ONE");
    session.levels().pin(CARTS, Level.ALL);
    assertThat(traced(session, kept)).isEqualTo("ALL");
  }

  @Test
  void aSimpleReadIsCopiedWithTheLevel() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    assertThat(traced(session, read)).isEqualTo("QUORUM");
    assertThat(read.getConsistencyLevel()).isNull();
  }

  @Test
  void aCopySaysAtWhichLevelItWasSent() {
    AdaptiveSession session = adaptive(adapting(carts(1).withCarrying(Carrying.COPY)));
    session.levels().pin(CARTS, Level.QUORUM);
    PreparedStatement read = session.prepare(READ);
    ExecutionInfo info = session.execute(read.bind(1).setTracing(true)).getExecutionInfo();
    assertThat(((Statement<?>) info.getRequest()).getConsistencyLevel())
        .isEqualTo(DefaultConsistencyLevel.QUORUM);
    assertThat(traced(info)).isEqualTo("QUORUM");
  }

  @Test
  void aLevelOfTheApplicationsOwnWins() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    PreparedStatement read = session.prepare(READ);
    assertThat(traced(session, read.bind(1).setConsistencyLevel(DefaultConsistencyLevel.TWO)))
        .isEqualTo("TWO");
    assertThat(traced(session, read.bind(1).setExecutionProfileName("strong"))).isEqualTo("THREE");
    assertThat(traced(session, read.bind(1).setExecutionProfileName("patient")))
        .isEqualTo("QUORUM");
    PreparedStatement own =
        session.prepare(
            SimpleStatement.newInstance(READ).setConsistencyLevel(DefaultConsistencyLevel.ALL));
    assertThat(traced(session, own.bind(1))).isEqualTo("ALL");
    assertThat(
            traced(session, SimpleStatement.newInstance(READ, 1).setExecutionProfileName("strong")))
        .isEqualTo("THREE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM adaptive_it.carts WHERE id IN (1, 2)",
        "SELECT v FROM adaptive_it.carts",
        "SELECT count(*) FROM adaptive_it.carts WHERE id = 1",
        "SELECT v FROM adaptive_it.carts WHERE token(id) > 0",
        "SELECT v FROM adaptive_it.pages WHERE id = 1 AND n > 3",
        "SELECT v FROM adaptive_it.pages WHERE v = 'a'",
        "SELECT v FROM adaptive_it.pages WHERE id = 1 AND v = 'a' ALLOW FILTERING",
        "SELECT v FROM adaptive_it.locks WHERE id = 1",
        "SELECT n FROM adaptive_it.hits WHERE id = 1",
        "INSERT INTO adaptive_it.carts (id, v) VALUES (100, 'b')",
      })
  void whatIsNotAReadOfOnePartitionOfAnOptedInTableIsLeftAlone(String query) {
    AdaptiveSession session =
        adaptive(
            adapting(
                carts(1),
                TableSettings.of("adaptive_it.pages", 1, Level.ONE),
                TableSettings.of("adaptive_it.hits", 1, Level.ONE)));
    session.levels().pin(CARTS, Level.QUORUM);
    session.levels().pin(new TableName("adaptive_it", "pages"), Level.QUORUM);
    assertThat(traced(session, SimpleStatement.newInstance(query))).isEqualTo("ONE");
    assertThat(traced(session, session.prepare(query).bind())).isEqualTo("ONE");
  }

  @Test
  void aTableWithConditionalWritesIsLeftAloneFromTheFirstOfThem() {
    TableName locks = new TableName("adaptive_it", "locks");
    AdaptiveSession session =
        adaptive(adapting(TableSettings.of("adaptive_it.locks", 0, Level.ONE)));
    PreparedStatement read = session.prepare("SELECT v FROM adaptive_it.locks WHERE id = ?");
    assertThat(traced(session, read.bind(1))).isEqualTo("ALL");
    session.execute(
        BatchStatement.newInstance(BatchType.UNLOGGED)
            .add(
                SimpleStatement.newInstance(
                    "INSERT INTO adaptive_it.locks (id, v) VALUES (1, 'a') IF NOT EXISTS")));
    assertThat(traced(session, read.bind(1))).isEqualTo("ONE");
    assertThat(session.levels().status(locks).orElseThrow().leftAlone())
        .get()
        .asString()
        .contains("conditional writes");
  }

  @Test
  void laterPagesGoOutNoWeakerThanTheFirst() throws Exception {
    TableName pages = new TableName("adaptive_it", "pages");
    AdaptiveSession session =
        adaptive(adapting(TableSettings.of("adaptive_it.pages", 1, Level.ONE)));
    session.levels().pin(pages, Level.QUORUM);
    PreparedStatement read = session.prepare("SELECT v FROM adaptive_it.pages WHERE id = ?");
    AsyncResultSet first =
        session
            .executeAsync(read.bind(1).setPageSize(5).setTracing(true))
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    session.levels().pin(pages, Level.ONE);
    AsyncResultSet second = first.fetchNextPage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    assertThat(traced(second.getExecutionInfo())).isEqualTo("QUORUM");
    session.levels().pin(pages, Level.ALL);
    AsyncResultSet third = second.fetchNextPage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    assertThat(traced(third.getExecutionInfo())).isEqualTo("ALL");
    assertThat(traced(session, read.bind(1))).isEqualTo("ALL");
  }

  @Test
  void theLevelFollowsTheTrafficThatTheServersCount() {
    AdaptiveSession session = adaptive(adapting(carts(0.2)));
    PreparedStatement read = session.prepare(READ);
    PreparedStatement write = session.prepare("UPDATE adaptive_it.carts SET v = 'c' WHERE id = ?");
    // Formula (6) with half writes, N=3 and 10 ms is above 20 % from about 16 reads a second on,
    // and asks for ALL above 36.
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              session.execute(read.bind(1));
              session.execute(write.bind(1));
              return level(session) == Level.ALL
                  && session.levels().status(CARTS).orElseThrow().decision().isPresent();
            });
    assertThat(traced(session, read.bind(1))).isEqualTo("ALL");
    Awaitility.await().atMost(PATIENCE).until(() -> level(session) == Level.ONE);
    assertThat(traced(session, read.bind(1))).isEqualTo("ONE");
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.LEVEL_CHANGED)
        .extracting(LevelEvent::reason)
        .anyMatch(reason -> reason.startsWith("Estimated stale-read rate at one replica"));
  }

  @Test
  void aMonitorThatIsCutOffMeansTheSafeLevelUntilItIsBack() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    Awaitility.await().atMost(PATIENCE).until(() -> level(session) == Level.ONE);
    deaf.set(true);
    Awaitility.await().atMost(PATIENCE).until(() -> level(session) == Level.ALL);
    deaf.set(false);
    Awaitility.await().atMost(PATIENCE).until(() -> level(session) == Level.ONE);
    assertThat(events)
        .extracting(LevelEvent::kind)
        .containsSubsequence(Kind.MONITOR_LOST, Kind.MONITOR_BACK);
    assertThat(events).filteredOn(event -> event.kind() == Kind.MONITOR_LOST).hasSize(1);
  }

  @Test
  void aNodeThatIsDownMeansTheDriversExceptionOrAWeakerReadAsDeclared() throws Exception {
    AdaptiveSession failing = adaptive(adapting(carts(0)));
    AdaptiveSession serving =
        adaptive(adapting(carts(0).withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT)));
    failing.levels().pin(CARTS, Level.ALL);
    serving.levels().pin(CARTS, Level.ALL);
    BoundStatement failed = failing.prepare(READ).bind(1);
    BoundStatement served = serving.prepare(READ).bind(1);
    RunningNode node = cluster.nodes().get(2);
    node.kill();
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThatThrownBy(
                          () ->
                              failing.execute(
                                  failed.setConsistencyLevel(failed.getConsistencyLevel())))
                      .isInstanceOf(UnavailableException.class));
      assertThat(serving.execute(served).one()).isNotNull();
      assertThat(serving.executeAsync(served).toCompletableFuture().get(30, TimeUnit.SECONDS).one())
          .isNotNull();
      assertThat(events)
          .filteredOn(event -> event.kind() == Kind.SERVED_WEAKER)
          .hasSize(2)
          .allMatch(event -> event.from() == Level.ALL && event.to() == Level.QUORUM);
    } finally {
      node.restart();
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(traced(failing, failed)).isEqualTo("ALL"));
  }

  @Test
  void pinningUnderLoadLosesNoRead() throws Exception {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    PreparedStatement read = session.prepare(READ);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        readers.add(
            threads.submit(
                () -> {
                  int rows = 0;
                  while (!stop.get()) {
                    BoundStatement statement = read.bind(rows % 20);
                    assertThat(statement.getConsistencyLevel()).isInstanceOf(LiveLevel.class);
                    assertThat(session.execute(statement).one()).isNotNull();
                    rows++;
                  }
                  return rows;
                }));
      }
      for (int i = 0; i < 30; i++) {
        Level level = List.of(Level.ONE, Level.QUORUM, Level.ALL).get(i % 3);
        session.levels().pin(CARTS, level);
        assertThat(traced(session, read.bind(1))).isEqualTo(level.name());
      }
      session.levels().pin(CARTS, null);
      stop.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  @Test
  void anOperatorSwitchesLevelsByJmx() throws Exception {
    AdaptiveSession session =
        Quorate.adaptive(open(), adapting(carts(1)).listener(events::add).build());
    PreparedStatement read = session.prepare(READ);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName bean =
        new ObjectName(
            "org.quorate:type=LevelSwitch,session=" + ObjectName.quote(session.getName()));
    server.invoke(
        bean,
        "pin",
        new Object[] {"adaptive_it.carts", "three"},
        new String[] {String.class.getName(), String.class.getName()});
    assertThat(traced(session, read.bind(1))).isEqualTo("THREE");
    assertThat((String[]) server.getAttribute(bean, "Tables"))
        .containsExactly("adaptive_it.carts THREE (pinned): The level is pinned.");
    server.invoke(bean, "releaseAll", new Object[0], new String[0]);
    server.setAttribute(bean, new javax.management.Attribute("Mode", "off"));
    assertThat(traced(session, read.bind(1))).isEqualTo("ONE");
    session.close();
    assertThat(server.isRegistered(bean)).isFalse();
  }

  @Test
  void observingChangesNoLevelAndComparesWithAWeakerOne() {
    AdaptiveSession session = adaptive(adapting(carts(0)).mode(Mode.OBSERVE).sampleShare(1));
    PreparedStatement read = session.prepare(READ);
    assertThat(traced(session, read.bind(1))).isEqualTo("ONE");
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              session.execute(read.bind(1));
              return session.pairs().result(CARTS).filter(r -> r.pairs() >= 50).isPresent();
            });
    PairResult result = session.pairs().result(CARTS).orElseThrow();
    assertThat(result.weak()).isEqualTo(Level.ONE);
    assertThat(result.strong()).isEqualTo(Level.ALL);
    assertThat(result.stale()).as("nobody writes").isZero();
    assertThat(result.newer()).isZero();
    assertThat(result.failed()).isZero();
    assertThat(result.ownMillis()).isPositive();
    assertThat(session.metrics()).extracting("name").contains("quorate.pairs");
  }

  @Test
  void aTableThatDoesNotExistIsToldAndLeftAlone() {
    AdaptiveSession session =
        adaptive(adapting(TableSettings.of("adaptive_it.cartz", 0, Level.ONE)));
    assertThat(session.levels().status().iterator().next().leftAlone())
        .get()
        .asString()
        .contains("the cluster has no table adaptive_it.cartz");
    assertThat(events).extracting(LevelEvent::kind).contains(Kind.LEFT_ALONE);
    assertThat(traced(session, SimpleStatement.newInstance(READ, 1))).isEqualTo("ONE");
  }

  private static Level level(AdaptiveSession session) {
    return session.levels().level(CARTS).orElseThrow().current();
  }

  /** A source that can be cut off. */
  private final class DeafSource implements CounterSource {
    private final CounterSource source;

    DeafSource(CounterSource source) {
      this.source = source;
    }

    @Override
    public String name() {
      return source.name();
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      return deaf.get()
          ? CompletableFuture.failedFuture(new IllegalStateException("cut off"))
          : source.read(node, tables);
    }

    @Override
    public void close() {
      source.close();
    }
  }

  private static final class KnownPropagation implements PropagationSource {
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
              Propagation.exactly(0.01), name(), 1, System.nanoTime(), List.of()));
    }

    @Override
    public void close() {}
  }
}
