package org.quorate.lab.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.workload.KeyNames;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.lab.testing.Answer;
import org.quorate.lab.testing.SharedCluster;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.store.Store;
import org.quorate.load.store.VersionClock;
import org.quorate.study.result.Counter;

/** What servers count, and what a store says, when all is well and when nodes are not. */
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerCountersIT {
  /** Soon after their start servers look up their roles, at QUORUM; a handful of requests. */
  private static final long SERVERS_OWN = 10;

  private static final TableLayout LAYOUT =
      new TableLayout("counter_it", "usertable", List.of("field0"));
  private static final int KEYS = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final VersionClock VERSIONS = SystemTime.versions();
  private static CassandraConnection connection;
  private static Store store;
  private static ServerCounters counters;

  /** For tests that harm servers: they go on without those that do not answer soon. */
  private static ServerCounters hasty;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = SharedCluster.connect(cluster);
    CassandraSchema schema = connection.schema();
    schema.createKeyspace(
        LAYOUT,
        new Replication(cluster.spec().replicasByDataCenter()),
        CassandraSchema.OnDifference.REFUSE,
        message -> {});
    // A server that speculates would read from one replica more now and then.
    schema.createTable(LAYOUT, Map.of("speculative_retry", "'NONE'"), message -> {});
    store = connection.openStore(LAYOUT, new KeyNames(true, 1)::bytes);
    counters =
        new ServerCounters(
            cluster.nodes().stream().map(CountedServer::of).toList(),
            LAYOUT.internalKeyspace(),
            LAYOUT.internalTable(),
            Duration.ofSeconds(30));
    hasty = ServerCounters.of(cluster, LAYOUT.internalKeyspace(), LAYOUT.internalTable());
    assertThat(writeAll(Level.ALL)).allMatch(answer -> answer.outcome() == Outcome.OK);
  }

  @AfterAll
  static void disconnect() {
    if (counters != null) {
      counters.close();
    }
    if (hasty != null) {
      hasty.close();
    }
    if (connection != null) {
      connection.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"ONE, 1", "TWO, 2", "QUORUM, 2", "ALL, 3", "LOCAL_ONE, 1", "LOCAL_QUORUM, 2"})
  @Order(1)
  void readsAreServedAtTheirLevelByAsManyReplicas(Level level, int replicas) throws Exception {
    CounterSnapshot before = counters.read();
    assertThat(readAll(level)).allMatch(answer -> answer.outcome() == Outcome.OK);
    // A server counts what it read itself when it has already answered.
    Awaitility.await("all reads are counted")
        .atMost(PATIENCE)
        .until(
            () ->
                total(CounterDifference.between(before, counters.read()), Counter.REPLICA_READS)
                    >= (long) KEYS * replicas);
    CounterDifference difference = CounterDifference.between(before, counters.read());

    assertThat(total(difference, Counter.REPLICA_READS)).isEqualTo((long) KEYS * replicas);
    assertThat(total(difference, Counter.DIGEST_MISMATCHES)).isZero();
    assertThat(total(difference, Counter.TIMEOUTS)).isZero();
    Map<Level, Long> reads = difference.levels().reads();
    if (level == Level.ONE) {
      assertThat(reads.get(level)).as("with the driver's own").isGreaterThanOrEqualTo(KEYS);
    } else {
      assertThat(reads.get(level)).isBetween((long) KEYS, KEYS + SERVERS_OWN);
    }
    for (Level other : Level.values()) {
      if (other != level && other != Level.ONE) {
        assertThat(reads.get(other)).as("at %s", other).isLessThanOrEqualTo(SERVERS_OWN);
      }
    }
    assertThat(difference.notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ONE", "QUORUM", "ALL", "EACH_QUORUM"})
  @Order(2)
  void everyWriteIsAppliedByEveryReplicaWhateverItsLevel(Level level) throws Exception {
    CounterSnapshot before = counters.read();
    assertThat(writeAll(level)).allMatch(answer -> answer.outcome() == Outcome.OK);
    Awaitility.await("three replica writes per write")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                total(CounterDifference.between(before, counters.read()), Counter.REPLICA_WRITES)
                    >= 3L * KEYS);
    CounterDifference difference = CounterDifference.between(before, counters.read());
    assertThat(total(difference, Counter.REPLICA_WRITES)).isEqualTo(3L * KEYS);
    assertThat(difference.levels().writes().get(level)).isBetween((long) KEYS, KEYS + SERVERS_OWN);
    assertThat(total(difference, Counter.HINTS)).isZero();
    assertThat(difference.nodes()).allMatch(node -> node.up());
  }

  @Test
  @Order(3)
  void scansAreCountedApart() throws Exception {
    CounterSnapshot before = counters.read();
    Answer answer = new Answer();
    store.scan(1, 10, Store.ALL_FIELDS, Level.ALL, answer);
    assertThat(answer.await().outcome()).isEqualTo(Outcome.OK);
    Awaitility.await("all replicas have counted their scan, after they answered")
        .atMost(PATIENCE)
        .until(
            () ->
                total(CounterDifference.between(before, counters.read()), Counter.REPLICA_SCANS)
                    >= 3);
    CounterDifference difference = CounterDifference.between(before, counters.read());
    assertThat(total(difference, Counter.REPLICA_SCANS)).isGreaterThanOrEqualTo(3);
    assertThat(total(difference, Counter.REPLICA_READS)).isZero();
  }

  @Test
  @Order(4)
  void processorTimeOfServersAndMachineIsMeasured() throws Exception {
    MachineMeter meter = MachineMeter.withoutLinks();
    MachineReading machineBefore = meter.read();
    CounterSnapshot before = counters.read();
    Awaitility.await("every server takes a tick of time")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              readAll(Level.ALL);
              return CounterDifference.between(before, counters.read()).nodes().stream()
                  .allMatch(node -> node.processorSeconds() > 0.02);
            });
    double servers =
        CounterDifference.between(before, counters.read()).nodes().stream()
            .mapToDouble(node -> node.processorSeconds())
            .sum();
    var result = MachineMeter.between(machineBefore, meter.read(), servers);
    assertThat(result.serversShare()).isPositive();
    assertThat(result.generatorShare()).isPositive();
    assertThat(result.busyShare()).isGreaterThanOrEqualTo(result.serversShare() * 0.9);
    assertThat(result.linksShare()).isZero();
  }

  @Test
  @Tag("faults")
  @Order(5)
  @Timeout(300)
  void aPausedNodeIsAbsentAndHangsNothing(RunningCluster cluster) throws Exception {
    RunningNode paused = cluster.nodes().get(2);
    CounterSnapshot before = hasty.read();
    // Hints that were quicker than the reads below would leave nothing for them to find.
    hints(cluster, "pauseDispatch");
    paused.pause();
    try {
      List<Answer.Result> answers = writeAll(Level.ALL);
      assertThat(answers).allMatch(answer -> answer.outcome() == Outcome.TIMEOUT);
      assertThat(answers)
          .extracting(Answer.Result::error)
          .contains("WriteTimeout")
          .isSubsetOf("WriteTimeout", "ConnectionLost", "ClientTimeout");

      CounterDifference difference = CounterDifference.between(before, hasty.read());
      assertThat(difference.nodes().get(2).counters()).isEmpty();
      assertThat(difference.nodes().get(2).up()).isFalse();
      assertThat(difference.nodes().get(0).up()).isTrue();
      assertThat(difference.notes())
          .containsExactly(
              "node3 did not answer at the end of the run; its counters are not known.");
      assertThat(total(difference, Counter.TIMEOUTS)).isPositive();
      Awaitility.await("the others write hints")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> total(CounterDifference.between(before, hasty.read()), Counter.HINTS) > 0);
    } finally {
      paused.resume();
    }
    awaitAllConnected();
    // Servers sample their clock now and then: one that goes on may take all that came meanwhile by
    // the time from before the pause, and write it. So it is paused until something has expired.
    while (total(CounterDifference.between(before, hasty.read()), Counter.DROPPED_MESSAGES) == 0) {
      paused.pause();
      try {
        writeAll(Level.ALL);
      } finally {
        paused.resume();
      }
      awaitAllConnected();
    }
    // It lacks rows that the others have.
    CounterDifference difference = CounterDifference.between(before, hasty.read());
    assertThat(difference.notes()).isEmpty();
    assertThat(difference.nodes().get(2).counters()).isNotEmpty();
    assertThat(total(difference, Counter.DIGEST_MISMATCHES)).isPositive();
    assertThat(total(difference, Counter.READ_REPAIRS))
        .isBetween(0L, total(difference, Counter.DIGEST_MISMATCHES));
    assertThat(total(difference, Counter.REPLICA_READS)).isGreaterThan(3L * KEYS);
    hints(cluster, "resumeDispatch");
  }

  private static void awaitAllConnected() {
    Awaitility.await("every node is connected")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> readsSucceed(Level.ALL));
  }

  private static void hints(RunningCluster cluster, String operation) throws Exception {
    for (RunningNode node : cluster.nodes()) {
      try (ManagementConnection server =
          new ManagementConnection(LocalManagement.address(node.managementPort()), Map.of())) {
        server.ask(
            connection ->
                connection.invoke(
                    new ObjectName("org.apache.cassandra.hints:type=HintsService"),
                    operation,
                    new Object[0],
                    new String[0]));
      }
    }
  }

  @Test
  @Tag("faults")
  @Order(6)
  void aNodeThatIsDownGivesTheRightOutcomesAndItsReturnIsNoticed(RunningCluster cluster)
      throws Exception {
    RunningNode down = cluster.nodes().get(1);
    CounterSnapshot before = hasty.read();
    // Ended in order it tells the others, who need not find out by its silence.
    down.stop();
    Awaitility.await("the others take it for dead")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                writeAll(Level.ALL).stream()
                    .allMatch(
                        answer -> answer.error() != null && answer.error().equals("Unavailable")));
    assertThat(writeAll(Level.ALL)).allMatch(answer -> answer.outcome() == Outcome.ERROR);
    assertThat(readAll(Level.ALL))
        .allMatch(
            answer ->
                answer.equals(new Answer.Result(Outcome.ERROR, Long.MIN_VALUE, "Unavailable")));
    assertThat(writeAll(Level.QUORUM)).allMatch(answer -> answer.outcome() == Outcome.OK);
    assertThat(readAll(Level.QUORUM)).allMatch(answer -> answer.outcome() == Outcome.OK);
    Awaitility.await("the others have written a hint per write, after they answered")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> total(CounterDifference.between(before, hasty.read()), Counter.HINTS) >= KEYS);
    CounterDifference without = CounterDifference.between(before, hasty.read());
    assertThat(total(without, Counter.UNAVAILABLES)).isGreaterThanOrEqualTo(2L * KEYS);
    assertThat(total(without, Counter.HINTS)).isGreaterThanOrEqualTo(KEYS);
    assertThat(without.nodes().get(1).up()).isFalse();
    assertThat(without.notes())
        .containsExactly(
            "node2 did not answer at the end of the run; its counters are not known.",
            "node2 ended during the run; the processor time it took is not known.");

    down.restart();
    CounterDifference after = CounterDifference.between(before, hasty.read());
    assertThat(after.nodes().get(1).counters()).isEmpty();
    assertThat(after.nodes().get(1).up()).isTrue();
    assertThat(after.nodes().get(1).processorSeconds()).isNull();
    assertThat(after.notes()).first().asString().contains("node2 was started anew");
    awaitAllConnected();
  }

  private static long total(CounterDifference difference, Counter counter) {
    return difference.nodes().stream()
        .mapToLong(node -> node.counters().getOrDefault(counter, 0L))
        .sum();
  }

  private static boolean readsSucceed(Level level) throws Exception {
    return readAll(level).stream().allMatch(answer -> answer.outcome() == Outcome.OK);
  }

  private static List<Answer.Result> readAll(Level level) throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      Answer answer = new Answer();
      answers.add(answer);
      store.read(KeyNames.hash(key), Store.ALL_FIELDS, level, answer);
    }
    return await(answers);
  }

  private static List<Answer.Result> writeAll(Level level) throws Exception {
    List<Answer> answers = new ArrayList<>();
    byte[][] values = {"value".getBytes(StandardCharsets.UTF_8)};
    for (long key = 0; key < KEYS; key++) {
      Answer answer = new Answer();
      answers.add(answer);
      store.write(KeyNames.hash(key), Store.ALL_FIELDS, values, VERSIONS.next(), level, answer);
    }
    return await(answers);
  }

  private static List<Answer.Result> await(List<Answer> answers) throws Exception {
    List<Answer.Result> results = new ArrayList<>();
    for (Answer answer : answers) {
      results.add(answer.await());
    }
    return results;
  }
}
