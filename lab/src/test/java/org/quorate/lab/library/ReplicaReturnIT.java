package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.counter.CounterDifference;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.ServerCounters;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Counter;

/**
 * A node of three dies, misses writes and comes back: its ranges are raised before others ask it,
 * and lowered when it has what it missed. The last time it is away for longer than the hint window,
 * so that it stays behind until it is repaired, here by reads at all replicas.
 */
@Tag("faults")
@Tag("parallel")
class ReplicaReturnIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final TableName ROWS = new TableName("return_it", "rows");
  private static final int KEYS = 500;
  private static final int RETURNS = Integer.getInteger("quorate.it.returns", 2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A second is what is promised, and measured with more returns on a quiet machine. */
  private static final long SOON_MILLIS = RETURNS > 2 ? 1_000 : 10_000;

  private static final Pattern LIVE =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) .* is now UP");
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private static RunningCluster cluster;
  private static AdaptiveSession session;
  private static PreparedStatement insert;
  private static PreparedStatement select;
  private static PreparedStatement read;
  private static final Queue<LevelEvent> EVENTS = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new CassandraEngine(
                new ClusterRegistry(ROOT.resolve("clusters")),
                new ServerLibrary(CacheDirectory.ofUser().servers()),
                null)
            .start(
                ClusterSpec.builder("it-return", CassandraEngine.DEFAULT_VERSION)
                    .quickCompiler(true)
                    .build(),
                ROOT.resolve("return"),
                Progress.silent());
    CqlSession plain = Sessions.open(cluster, "dc1", DefaultConsistencyLevel.QUORUM);
    plain.execute(
        "CREATE KEYSPACE return_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    plain.execute("CREATE TABLE return_it.rows (id int PRIMARY KEY, v bigint)");
    insert = plain.prepare("INSERT INTO return_it.rows (id, v) VALUES (?, ?)");
    select = plain.prepare("SELECT v FROM return_it.rows WHERE id = ?");
    session =
        Quorate.adaptive(
            plain,
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(TableSettings.of(ROWS, 0.5, Level.QUORUM).withWindow(Duration.ofSeconds(1)))
                .propagation(
                    (any, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
                .management(false)
                .eventPeriod(Duration.ZERO)
                .listener(EVENTS::add)
                .build());
    read = session.prepare(select.getQuery());
  }

  @AfterAll
  static void stop() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void rangesOfAReplicaThatIsBackAreRaisedBeforeItIsReadAndLoweredWhenItIsWhole() throws Exception {
    awaitFresh();
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < RETURNS; i++) {
      writeAll(i);
      delays.add(killAndReturn(i, i == RETURNS - 1));
    }
    System.out.printf(
        "from a node's being live at a coordinator until the first raised read's answer: %s ms%n",
        delays);
    session.metrics().stream()
        .filter(metric -> metric.name().equals("quorate.returns.raised"))
        .forEach(
            metric ->
                System.out.printf(
                    "returns with a raised read within %s of the signal: %.0f%n",
                    metric.tags().get("within"), metric.value()));
    assertThat(delays).allMatch(millis -> millis <= SOON_MILLIS);
    assertThat(EVENTS)
        .extracting(LevelEvent::kind)
        .contains(Kind.REPLICA_BEHIND, Kind.REPLICA_FRESH);
  }

  /**
   * From the first "is now UP" of another node until the first raised read was answered; negative
   * if before.
   *
   * @param forLong whether it is away for longer than the hint window
   */
  private static long killAndReturn(int round, boolean forLong) throws Exception {
    RunningNode gone = cluster.nodes().get(2);
    HintedHandoff hints = new HintedHandoff(cluster);
    if (forLong) {
      hints.window(Duration.ofSeconds(1));
    }
    gone.kill();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> states().contains(ReplicaState.DOWN) && !isRaising());
    for (int write = 0; write < 3; write++) {
      writeAll(100L * round + write);
    }
    assertThat(isRaising()).as("while it is down").isFalse();
    Instant began = Instant.now();
    CompletableFuture<Void> ready =
        CompletableFuture.runAsync(
            () -> {
              try {
                gone.restart();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long raisedBefore = raisedReads();
    for (int i = 0; raisedReads() == raisedBefore && System.nanoTime() < deadline; i++) {
      session.execute(read.bind(i % KEYS));
      LockSupport.parkNanos(1_000_000);
    }
    final Instant raised = Instant.now();
    assertThat(isRaising()).as("when it is back").isTrue();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> session.levels().level(ROWS).orElseThrow().decision().isByToken());
    ready.join();
    Instant live = firstLive(gone, began);
    if (forLong) {
      repair(gone, hints);
    }
    awaitFresh();
    System.out.printf(
        "round %d: first raised read %d ms after the start, live %d ms, ready %d ms before fresh%n",
        round,
        Duration.between(began, raised).toMillis(),
        Duration.between(began, live).toMillis(),
        Duration.between(raised, Instant.now()).toMillis());
    assertThat(mismatches()).as("rows that differ when it is fresh").isZero();
    return Duration.between(live, raised).toMillis();
  }

  /** Settings of hints are changed while servers run, and seen. */
  private static void repair(RunningNode lacking, HintedHandoff hints) throws Exception {
    assertThat(status(lacking).reason())
        .startsWith("It was away for longer than the hint window")
        .endsWith("until it is repaired.");
    hints.writing(false);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> status(lacking).reason().contains("servers write no hints"));
    hints.reset();
    readEverywhere();
    // Said while a node is still held for one that writes no hints, it would not last. Another that
    // was suspect meanwhile needs it too, and the reads at all replicas have repaired it as well.
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              List<String> unrepaired =
                  session.levels().replicas().values().stream()
                      .filter(each -> each.reason().endsWith("until it is repaired."))
                      .map(ReplicaStatus::name)
                      .toList();
              unrepaired.forEach(session.levels()::declareRepaired);
              return unrepaired.isEmpty();
            });
    assertThat(isRaising()).as("until there is evidence").isTrue();
  }

  private static ReplicaStatus status(RunningNode node) {
    return session.levels().replicas().values().stream()
        .filter(each -> each.name().endsWith(address(node)))
        .findFirst()
        .orElseThrow();
  }

  private static String address(RunningNode node) {
    return node.clientAddress().getAddress().getHostAddress()
        + ":"
        + node.clientAddress().getPort();
  }

  private static void awaitFresh() {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(session.levels().replicas().values())
                  .hasSize(3)
                  .allMatch(each -> each.state() == ReplicaState.FRESH);
              assertThat(isRaising()).as("raising by token").isFalse();
            });
  }

  private static List<ReplicaState> states() {
    return session.levels().replicas().values().stream().map(each -> each.state()).toList();
  }

  private static long raisedReads() {
    return session
        .levels()
        .level(ROWS)
        .orElseThrow()
        .memory()
        .raisedReads(CompiledDecision.Cause.TOKEN_RANGE);
  }

  private static boolean isRaising() {
    return session.levels().level(ROWS).orElseThrow().decision().isByToken();
  }

  private static void writeAll(long value) {
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      Statement<?> write =
          insert.bind(i, value).setConsistencyLevel(DefaultConsistencyLevel.QUORUM);
      sent.add(session.executeAsync(write).toCompletableFuture());
      if (sent.size() == 20) {
        sent.forEach(CompletableFuture::join);
        sent.clear();
      }
    }
    sent.forEach(CompletableFuture::join);
  }

  /** Rows that are not the same at all three replicas: a read at ALL compares them. */
  private static long mismatches() throws InterruptedException {
    try (ServerCounters counters = ServerCounters.of(cluster, ROWS.keyspace(), ROWS.table())) {
      CounterSnapshot before = counters.read();
      readEverywhere();
      CounterDifference read = CounterDifference.between(before, counters.read());
      return read.nodes().stream()
          .mapToLong(node -> node.counters().getOrDefault(Counter.DIGEST_MISMATCHES, 0L))
          .sum();
    }
  }

  private static void readEverywhere() {
    for (int i = 0; i < KEYS; i++) {
      session.execute(select.bind(i).setConsistencyLevel(DefaultConsistencyLevel.ALL));
    }
  }

  private static Instant firstLive(RunningNode gone, Instant since) throws IOException {
    String address = gone.advertisedStorageAddress().getAddress().getHostAddress();
    List<Instant> seen = new ArrayList<>();
    for (RunningNode node : cluster.nodes()) {
      if (node.index() == gone.index()) {
        continue;
      }
      for (String line : Files.readAllLines(node.log())) {
        Matcher live = LIVE.matcher(line);
        if (line.contains(address) && live.find()) {
          LocalDateTime stamp = LocalDateTime.parse(live.group(1), STAMP);
          seen.add(stamp.atZone(ZoneId.systemDefault()).toInstant());
        }
      }
    }
    return seen.stream()
        .filter(instant -> instant.isAfter(since))
        .min(Instant::compareTo)
        .orElseThrow();
  }
}
