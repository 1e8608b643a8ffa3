package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.level.Level;
import org.quorate.lab.engine.RunningNode;

/** How levels adapt on real servers, what faults do to them, and how they are operated. */
class AdaptiveSessionOperationIT extends AdaptiveSessionFixture {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicBoolean deaf = new AtomicBoolean();

  @Test
  void theLevelFollowsTheTrafficThatTheServersCount() {
    AdaptiveSession session =
        adaptive(
            adapting(carts(0.2))
                .propagation((own, table, ladder, bytes) -> new KnownPropagation(0.1)));
    PreparedStatement read = session.prepare(READ);
    PreparedStatement write = session.prepare("UPDATE adaptive_it.carts SET v = 'c' WHERE id = ?");
    // Formula (6) with half writes, N=3 and 100 ms is above 20 % from about 1.6 reads a second on,
    // and asks for ALL above 3.6.
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              session.execute(read.bind(1));
              session.execute(write.bind(1));
              return level(session) == Level.ALL
                  && session.levels().status(CARTS).orElseThrow().decision().isPresent()
                  // Sent at once: the level falls again as soon as there is less traffic.
                  && traced(session, read.bind(1)).equals("ALL");
            });
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> level(session) == Level.ONE && traced(session, read.bind(1)).equals("ONE"));
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.LEVEL_CHANGED)
        .extracting(LevelEvent::reason)
        .anyMatch(reason -> reason.startsWith("Estimated stale-read rate at one replica"));
  }

  @Test
  void aMonitorThatIsCutOffMeansTheSafeLevelUntilItIsBack() {
    AdaptiveSession session =
        adaptive(
            adapting(carts(1))
                .counters(own -> List.of(new DeafSource(new SystemViewsSource(own)))));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                session.levels().status(CARTS).orElseThrow().decision().isPresent()
                    && level(session) == Level.ONE);
    deaf.set(true);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> level(session) == Level.ALL && isLast(Kind.MONITOR_LOST));
    deaf.set(false);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> level(session) == Level.ONE && isLast(Kind.MONITOR_BACK));
    assertThatLossAndReturnAreToldInTurn();
  }

  @Test
  @Tag("faults")
  void aNodeThatIsDownMeansTheDriversExceptionOrAWeakerReadAsDeclared() throws Exception {
    AdaptiveSession failing = adaptive(adapting(carts(0)));
    AdaptiveSession serving =
        adaptive(adapting(carts(0).withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT)));
    failing.levels().pin(CARTS, Level.ALL);
    serving.levels().pin(CARTS, Level.ALL);
    BoundStatement failed = failing.prepare(READ).bind(1);
    BoundStatement served = serving.prepare(READ).bind(1);
    RunningNode node = cluster.nodes().get(2);
    // Ended in order it tells the others, who need not find out by its silence.
    node.stop();
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
      assertThat(serving.executeAsync(served).toCompletableFuture().get(60, TimeUnit.SECONDS).one())
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
                    assertThat(statement.getConsistencyLevel()).isInstanceOf(CarriedLevel.class);
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
        assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
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
        .singleElement()
        .asString()
        .startsWith("adaptive_it.carts THREE (pinned): The level is pinned. Costs: ONE: 1 replica")
        .contains("; QUORUM: 2 replica reads, ");
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
    // Such as succeed: one may fail while a server stands still for longer than reads may take.
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
    assertThat(result.ownMillis()).isPositive();
    assertThat(session.metrics()).extracting("name").contains("quorate.pairs");
  }

  @Test
  void howFreshWritesWereIsKnownByWhatIsMeasuredOnTheServers() {
    AdaptiveSession session =
        Quorate.adaptive(
            plain,
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(TableSettings.of("adaptive_it.carts", 0.01, Level.ONE))
                .management(false)
                .interval(Duration.ofMillis(200))
                .propagationInterval(Duration.ofMillis(200))
                .build());
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(1))
          .until(
              () -> {
                session.execute("UPDATE adaptive_it.carts SET v = 'c' WHERE id = 1");
                session.execute(SimpleStatement.newInstance(READ, 1));
                return !Double.isNaN(freshness(session).visible());
              });
      Freshness found = freshness(session);
      assertThat(found.ways()).isPositive();
      assertThat(found.writes()).isPositive();
      assertThat(found.visible())
          .isBetween(found.interval().low() - 1e-9, found.interval().high() + 1e-9);
      assertThat(found.sentence()).contains("of the writes of the last hour were visible");
      assertThat(session.metrics())
          .extracting("name")
          .contains("quorate.freshness", "quorate.freshness.burn.rate", "quorate.level.time");
    } finally {
      session.levels().close();
    }
  }

  private static Freshness freshness(AdaptiveSession session) {
    return session.levels().status(CARTS).orElseThrow().freshness();
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
}
