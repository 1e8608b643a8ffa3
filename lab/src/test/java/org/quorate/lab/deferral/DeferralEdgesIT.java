package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.deferral.DeferralFullException;
import org.quorate.hbase.metric.BoundEvent;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/**
 * Deferred writes that something keeps while every server is well: a table that takes none or is
 * another by then, a listener that takes its time, a thread that is interrupted.
 */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(120)
class DeferralEdgesIT {
  private static final TableName TABLE = TableName.valueOf("edges");
  private static final TableName DISABLED = TableName.valueOf("edges_disabled");
  private static final int ROWS = 50;
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration BOUND = Duration.ofMillis(200);
  private static final Duration NEVER = Duration.ofHours(1);

  private static Connection connection;
  private static AsyncConnection asynchronous;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
    asynchronous =
        ConnectionFactory.createAsyncConnection(SharedHBase.configuration(cluster)).get();
    SharedHBase.createTable(connection, TABLE, NumberedRows.FAMILY);
    SharedHBase.createTable(connection, DISABLED, NumberedRows.FAMILY);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(DISABLED);
    }
  }

  @AfterAll
  static void disconnect() throws IOException {
    if (asynchronous != null) {
      asynchronous.close();
    }
    if (connection != null) {
      // Others look at all the cluster's tables.
      try (Connection last = connection;
          Admin admin = last.getAdmin()) {
        admin.deleteTable(DISABLED);
      }
    }
  }

  @Test
  void whatADisabledTableDoesNotTakeIsGivenUpCountsAsMissedAndIsToldByOneEvent() throws Exception {
    List<BoundEvent> events = new CopyOnWriteArrayList<>();
    List<RetriesExhaustedWithDetailsException> givenBack = new CopyOnWriteArrayList<>();
    DeferralListener listener =
        new DeferralListener() {
          @Override
          public void bound(BoundEvent event) {
            events.add(event);
          }
        };
    BufferedMutatorParams params =
        new BufferedMutatorParams(DISABLED).listener((failure, of) -> givenBack.add(failure));
    try (Deferral deferral =
            open(settings(BOUND).retryFor(Duration.ofMillis(600)).listener(listener));
        BufferedMutator mutator = deferral.mutator(params)) {
      write(mutator, 0);
      mutator.flush();
      assertThat(writes(givenBack)).isEqualTo(ROWS);
      DeferralMetrics metrics = deferral.metrics();
      assertThat(metrics.failed()).isEqualTo(ROWS);
      assertThat(metrics.missed()).isEqualTo(ROWS);
      assertThat(metrics.latestMisses()).hasSize(ROWS).allMatch(MissedBound::givenUp);
      assertThat(metrics.overdue()).isZero();
      await("the outage is told").until(() -> !events.isEmpty());
    }
    // That the bound is kept again is told too where closing took ten seconds.
    assertThat(events).filteredOn(event -> !event.kept()).hasSize(1);
    assertThat(events.get(0).kept()).isFalse();
  }

  @Test
  void whileATableIsDisabledAnotherGoesOnAndFlushAndCloseEndInTime() throws Exception {
    int most = 1_000;
    List<RetriesExhaustedWithDetailsException> givenBack = new CopyOnWriteArrayList<>();
    try (Deferral deferral = open(settings(BOUND).boundWrites(most).failWhenFull());
        DeferralSession session = deferral.session();
        Table beside = session.table(TABLE)) {
      DeferralSession stuck = deferral.session(givenBack::add);
      Table disabled = stuck.table(DISABLED);
      int tried = 0;
      while (tried < most && isAccepted(disabled, tried)) {
        tried++;
      }
      await("that nothing is acknowledged is known")
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> disabled.put(NumberedRows.put(most, 0, 0)))
                      .isInstanceOf(DeferralFullException.class)
                      .hasMessageContaining("see whether the table is enabled"));
      long accepted = deferral.metrics().accepted();
      assertThat(accepted).as("others have room").isBetween(1L, most - (long) ROWS);
      assertThatThrownBy(() -> stuck.flush(SHORT))
          .isInstanceOf(TimeoutIOException.class)
          .hasMessageContaining(accepted + " writes to edges_disabled not acknowledged within");
      for (int row = 0; row < ROWS; row++) {
        beside.put(NumberedRows.put(row, row, 0));
      }
      session.flush(LONG);
      assertThat(arrived(0)).isEqualTo(ROWS);
      assertThatThrownBy(() -> deferral.close(SHORT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(accepted + " writes were not acknowledged")
          .hasMessageContaining("went back");
      assertThat(writes(givenBack)).isEqualTo(accepted);
      assertThat(deferral.metrics().failed()).isEqualTo(accepted);
    }
  }

  /** As the documents say: of what waits in memory nobody asks whether the table is the same. */
  @Test
  void whatWaitsWhileItsTableIsTruncatedEndsInTheTableThatIsThereThen() throws Exception {
    TableName truncated = TableName.valueOf("edges_truncated");
    SharedHBase.createTable(connection, truncated, NumberedRows.FAMILY);
    try (Deferral deferral = open(settings(NEVER));
        BufferedMutator mutator = deferral.mutator(truncated);
        Admin admin = connection.getAdmin()) {
      mutator.mutate(NumberedRows.put(0, 0, 0));
      mutator.flush();
      mutator.mutate(NumberedRows.put(1, 1, 0));
      admin.disableTable(truncated);
      admin.truncateTable(truncated, false);
      mutator.flush();
      assertThat(NumberedRows.read(connection, truncated)).containsOnlyKeys(NumberedRows.key(1));
    }
  }

  /** By a clock of its own, which others' stamps do not put ahead. */
  @Test
  void whatWaitsForLongerThanItsOwnTimeToLiveIsAcknowledgedAndNeverSeen() throws Exception {
    int row = 1_000;
    try (Deferral deferral =
            Deferral.open(
                connection, asynchronous, settings(NEVER).build(), System::currentTimeMillis);
        BufferedMutator mutator = deferral.mutator(TABLE)) {
      mutator.mutate(NumberedRows.put(row, row, 0).setTTL(1));
      long accepted = System.currentTimeMillis();
      await().until(() -> System.currentTimeMillis() > accepted + 1);
      mutator.flush();
      assertThat(deferral.metrics().acknowledged()).isEqualTo(1);
      assertThat(NumberedRows.read(connection, TABLE)).doesNotContainKey(NumberedRows.key(row));
    }
  }

  @Test
  void aListenerThatTakesItsTimeHoldsUpNoFlush() throws Exception {
    int first = 2_000;
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger heard = new AtomicInteger();
    DeferralListener slow =
        new DeferralListener() {
          @Override
          public void acknowledged(
              TableName table, Mutation mutation, long acceptedAt, long acknowledgedAt) {
            try {
              if (go.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
                heard.incrementAndGet();
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    try (Deferral deferral = open(settings(NEVER).listener(slow));
        BufferedMutator mutator = deferral.mutator(TABLE)) {
      write(mutator, first);
      mutator.flush();
      assertThat(arrived(first)).isEqualTo(ROWS);
      assertThat(heard).hasValue(0);
      go.countDown();
      await().until(() -> heard.get() == ROWS);
    }
  }

  @Test
  void aPoolThatIsShutDownAtOnceClosesWhatItUsesAndNothingIsGivenBack() throws Exception {
    int first = 3_000;
    CountDownLatch written = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    // With a connection of its own for the flushes, which it closes as well.
    Deferral deferral = Deferral.open(connection, settings(NEVER).build());
    Future<Boolean> interrupted =
        pool.submit(
            () -> {
              try (deferral) {
                write(deferral.mutator(TABLE), first);
                written.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                  LockSupport.park();
                }
              }
              return Thread.interrupted();
            });
    assertThat(written.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(arrived(first)).as("they wait").isZero();
    pool.shutdownNow();
    assertThat(interrupted.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(deferral.metrics().acknowledged()).isEqualTo(ROWS);
    assertThat(arrived(first)).isEqualTo(ROWS);
  }

  private static DeferralSettings.Builder settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound);
  }

  private static Deferral open(DeferralSettings.Builder settings) throws IOException {
    return Deferral.open(connection, asynchronous, settings.build());
  }

  private static void write(BufferedMutator mutator, int first) throws IOException {
    for (int row = first; row < first + ROWS; row++) {
      mutator.mutate(NumberedRows.put(row, row, 0));
    }
  }

  private static boolean isAccepted(Table table, int row) {
    DeferralFullException refusal =
        catchThrowableOfType(
            DeferralFullException.class, () -> table.put(NumberedRows.put(row, row, 0)));
    return refusal == null;
  }

  /** How many of the rows from one on the servers have. */
  private static long arrived(int first) throws IOException {
    Set<String> rows = NumberedRows.read(connection, TABLE).keySet();
    return LongStream.range(first, first + ROWS)
        .filter(row -> rows.contains(NumberedRows.key(row)))
        .count();
  }

  private static long writes(List<RetriesExhaustedWithDetailsException> givenBack) {
    return givenBack.stream()
        .mapToLong(RetriesExhaustedWithDetailsException::getNumExceptions)
        .sum();
  }
}
