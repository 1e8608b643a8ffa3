package org.quorate.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.history.OperationLog;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.Oracle;
import org.quorate.core.oracle.Staleness;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.testing.Decisions;
import org.quorate.study.progress.Progress;

/**
 * Users whose requests go to either of two processes, whose policy reads at ONE, on slow links:
 * what they were told, judged by the oracle. How many operations a test does is said by {@code
 * -Dquorate.guarantee.operations=1000000}.
 */
@Tag("faults")
@Tag("parallel")
class SessionGuaranteesIT {
  /** Of nine tests, some 36,000 in each build; bars are measured with more. */
  private static final long OPERATIONS = Long.getLong("quorate.guarantee.operations", 4_000);

  private static final int CLIENTS = 32;
  private static final int KEYS = 200;

  /** So few that users read again what they have just written or read, however slow all is. */
  private static final int FEW_KEYS = 20;

  private static final DelayDistribution DELAY = DelayDistribution.parse("lognormal 5ms 0.8");
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final Set<Guarantee> NONE = Set.of();
  private static final Set<Guarantee> BOTH = Set.of(Guarantee.values());

  private static RunningCluster cluster;
  private static LinkProcess links;
  private static CqlSession plain;

  @BeforeAll
  static void start() throws Exception {
    links = new LinkProcess(ROOT.resolve("clusters"), DelayDistribution.NONE, 5);
    cluster =
        new CassandraEngine(
                new ClusterRegistry(ROOT.resolve("clusters")),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                links)
            .start(
                ClusterSpec.builder("it-guarantees", CassandraEngine.DEFAULT_VERSION)
                    .nodes(3)
                    .quickCompiler(true)
                    .relayed(true)
                    .build(),
                ROOT.resolve("guarantees"),
                Progress.silent());
    plain = open();
    plain.execute(
        "CREATE KEYSPACE guarantee_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    links.links().delay(DELAY);
  }

  @AfterAll
  static void stop() {
    if (plain != null) {
      plain.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static CqlSession open() {
    return Sessions.open(
        cluster,
        "dc1",
        options ->
            options
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(2))
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM"));
  }

  /**
   * That the rest shows something: what the same users see of whom nothing is guaranteed. One node
   * hears of writes so late that it lacks them however slow servers and users are.
   */
  @Test
  void withoutGuaranteesUsersMissTheirWritesOrReadBackwards() throws Exception {
    delayTo(cluster.nodes().get(2), "500ms");
    Staleness found;
    try {
      found = run("nothing", NONE, Level.ONE, Level.ALL, meanwhile -> {});
    } finally {
      links.links().delay(DELAY);
    }
    assertThat(found.readYourWritesViolations()).isPositive();
    assertThat(found.monotonicReadsViolations()).isPositive();
  }

  private static void delayTo(RunningNode node, String delay) {
    links.links().delay((from, to) -> to == node.index(), DelayDistribution.parse(delay));
  }

  @Test
  void afterWritesAtOneTheSecondReadOfAKeyPays() throws Exception {
    assertKept(run("second_read", BOTH, Level.ONE, Level.ALL, meanwhile -> {}));
  }

  @Test
  void afterWritesAtAQuorumEveryReadPaysALittle() throws Exception {
    assertKept(run("every_read", BOTH, Level.QUORUM, Level.QUORUM, meanwhile -> {}));
  }

  @Test
  void ownWritesAloneAreReadWhereTheyWereWritten() throws Exception {
    Staleness found =
        run(
            "own_writes",
            Set.of(Guarantee.READ_YOUR_WRITES),
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {});
    assertThat(found.readYourWritesViolations()).isZero();
  }

  /** All threads of the process are one user here, and the oracle judges them as one. */
  @Test
  void requestsThatAskForItMissNoWriteOfTheirProcess() throws Exception {
    Staleness found =
        run(
            "asking_own",
            Set.of(Guarantee.READ_YOUR_WRITES),
            GuaranteedTo.REQUESTS,
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {});
    assertThat(found.readYourWritesViolations()).isZero();
  }

  @Test
  void requestsOfOneProcessThatAskForItMissNoOwnWriteAndNeverGoBack() throws Exception {
    assertKept(
        run(
            "asking",
            BOTH,
            GuaranteedTo.REQUESTS,
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {
              RunningNode node = cluster.nodes().get(2);
              node.kill();
              node.restart();
            }));
  }

  @Test
  void aNodeThatIsKilledAndComesBackBreaksNoGuarantee() throws Exception {
    RunningNode node = cluster.nodes().get(2);
    assertKept(
        run(
            "killed",
            BOTH,
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {
              node.kill();
              node.restart();
            }));
  }

  @Test
  void aNodeThatStandsStillOrIsCutOffBreaksNoGuarantee() throws Exception {
    RunningNode node = cluster.nodes().get(2);
    assertKept(
        run(
            "cut_off",
            BOTH,
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {
              // Users wait for time-outs meanwhile, so these are many seconds.
              long some = 5L * CLIENTS;
              node.pause();
              meanwhile.accept(some);
              node.resume();
              meanwhile.accept(OPERATIONS / 10);
              links.links().link(1, 3).cut();
              meanwhile.accept(some);
              links.links().link(2, 3).cut();
              meanwhile.accept(some);
              links.links().link(1, 3).heal();
              links.links().link(2, 3).heal();
            }));
  }

  /** Nobody keeps hints for it, so that it lacks rows from then on. */
  @Test
  void aNodeThatLacksWritesOnSlowLinksUnderOverloadBreaksNoGuarantee() throws Exception {
    RunningNode node = cluster.nodes().get(2);
    HintedHandoff hints = new HintedHandoff(cluster);
    long some = OPERATIONS / 20;
    assertKept(
        run(
            "lacking",
            BOTH,
            Level.QUORUM,
            Level.QUORUM,
            meanwhile -> {
              hints.writing(false);
              node.stop();
              meanwhile.accept(some);
              node.restart();
              meanwhile.accept(some);
              delayTo(node, "50ms");
              meanwhile.accept(some);
              overload();
              links.links().delay(DELAY);
              hints.reset();
            }));
  }

  /** More writes at once than servers have threads for, of rows that no user asks for. */
  private static void overload() {
    PreparedStatement insert =
        plain.prepare("INSERT INTO guarantee_it.lacking (id, v) VALUES (?, ?)");
    for (int round = 0; round < 3; round++) {
      List<CompletableFuture<?>> sent = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        sent.add(plain.executeAsync(insert.bind(KEYS + i, (long) round)).toCompletableFuture());
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
          .handle((all, failure) -> failure == null)
          .join();
    }
  }

  private static void assertKept(Staleness found) {
    assertThat(found.reads()).as("reads that were answered").isGreaterThan(OPERATIONS / 3);
    assertThat(found.readYourWritesViolations()).isZero();
    assertThat(found.monotonicReadsViolations()).isZero();
  }

  /** Something that happens meanwhile. */
  private interface Event {
    /**
     * @param meanwhile waits until so many operations more are done
     */
    void happen(LongConsumer meanwhile) throws Exception;
  }

  private static Staleness run(
      String name, Set<Guarantee> guarantees, Level writeLevel, Level ceiling, Event event)
      throws Exception {
    return run(name, guarantees, GuaranteedTo.SCOPES, writeLevel, ceiling, event);
  }

  private static Staleness run(
      String name,
      Set<Guarantee> guarantees,
      GuaranteedTo to,
      Level writeLevel,
      Level ceiling,
      Event event)
      throws Exception {
    TableName table = new TableName("guarantee_it", name);
    plain.execute("CREATE TABLE " + table + " (id int PRIMARY KEY, v bigint)");
    TableSettings settings =
        TableSettings.of(table, 1, writeLevel)
            .withPolicy(new StaticPolicy(Level.ONE))
            .withSafeLevel(ceiling)
            .withGuarantees(
                GuaranteeSettings.NONE
                    .withGuarantees(guarantees)
                    .withTime(Duration.ofHours(1))
                    .withTo(to));
    try (AdaptiveSession one = process(settings);
        AdaptiveSession other = process(settings)) {
      AtomicLong clock = new AtomicLong(System.currentTimeMillis() * 1000);
      List<BusyClient> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            new BusyClient(
                i, table.toString(), writeLevel, List.of(one, other), to, clock::incrementAndGet));
      }
      long begun = System.nanoTime();
      work(clients, guarantees.isEmpty() ? FEW_KEYS : KEYS, event);
      OperationLog history = new OperationLog();
      clients.forEach(client -> copy(client.history(), history));
      Staleness found = Oracle.judge(history).total();
      System.out.printf(
          "%s: %d operations in %.0f s, %d of %d reads raised; %d stale, %d missed own writes, %d"
              + " went back%n",
          name,
          history.size(),
          (System.nanoTime() - begun) / 1e9,
          raised(one, table) + raised(other, table),
          found.reads(),
          found.staleReads(),
          found.readYourWritesViolations(),
          found.monotonicReadsViolations());
      return found;
    }
  }

  private static AdaptiveSession process(TableSettings settings) {
    AdaptiveSession session =
        Quorate.adaptive(
            open(),
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(settings)
                .propagation(
                    (of, table, ladder, bytes) -> new GivenPropagation(0.005, System::nanoTime))
                .management(false)
                .build());
    Decisions.await(session, settings.table(), Level.ONE);
    return session;
  }

  private static long raised(AdaptiveSession session, TableName table) {
    return session.levels().level(table).orElseThrow().memory().flooredReads();
  }

  /** Until all is done, and what happens meanwhile has happened. */
  private static void work(List<BusyClient> clients, int keys, Event event) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    AtomicLong left = new AtomicLong(OPERATIONS);
    AtomicBoolean happened = new AtomicBoolean();
    try {
      List<Future<?>> work = new ArrayList<>();
      for (BusyClient client : clients) {
        work.add(
            threads.submit(
                () -> {
                  while (left.get() > 0 || !happened.get()) {
                    left.addAndGet(-client.request(keys));
                  }
                }));
      }
      Awaitility.await().atMost(Duration.ofHours(1)).until(() -> left.get() < OPERATIONS * 3 / 4);
      event.happen(
          more -> {
            long until = left.get() - more;
            Awaitility.await().atMost(Duration.ofHours(1)).until(() -> left.get() <= until);
          });
      left.set(Math.max(left.get(), OPERATIONS / 4));
      happened.set(true);
      for (Future<?> each : work) {
        each.get(10, TimeUnit.HOURS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void copy(OperationLog from, OperationLog to) {
    for (int i = 0; i < from.size(); i++) {
      to.add(from.key(i), from.version(i), from.invokeNanos(i), from.completeNanos(i), from.tag(i));
    }
  }
}
