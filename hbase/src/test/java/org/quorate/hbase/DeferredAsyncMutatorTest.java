package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.deferral.DeferralFullException;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.session.TableRules;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.SpillFullException;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;
import org.quorate.hbase.testing.RecordingSpill;

/** What the futures of an asynchronous mutator mean, and what its calls do not wait for. */
@Timeout(60)
class DeferredAsyncMutatorTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] NOWHERE = Bytes.toBytes("nowhere");
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir Path directory;

  private final FakeCluster cluster = new FakeCluster().refuseFamily(NOWHERE);
  private final FakeTable stock = new FakeTable(cluster, TABLE, 1);
  private final RecordingSpill spill = new RecordingSpill();
  private PendingWrites writes;
  private Mutators mutators;

  @AfterEach
  void nothingWentWrongBesides() throws IOException {
    mutators.close(Duration.ofSeconds(30));
    writes.close();
    cluster.close();
    assertThat(spill.complaints()).isEmpty();
    assertThat(cluster.overtakings()).isZero();
  }

  @Test
  void aFutureIsCompleteWhenAServerHasTheWrite() throws Exception {
    AsyncBufferedMutator mutator = open(settings(NEVER));
    cluster.hold("a");
    CompletableFuture<Void> written = mutator.mutate(put("a", 1));
    mutator.flush();
    await().until(() -> cluster.requests().size() == 1);
    assertThat(written).isNotDone();
    assertThat(spill.kept()).hasSize(1);
    cluster.release("a");
    written.get();
    assertThat(value("a")).isEqualTo(1);
    assertThat(spill.kept()).isEmpty();
    assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MINUTES)).isEqualTo(60);
  }

  @Test
  void withoutAFlushEachIsCompleteWithinTheBound() throws Exception {
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(100)));
    all(mutator.mutate(List.of(put("a", 1), put("b", 1)))).get();
    assertThat(writes.metrics().acknowledged()).isEqualTo(2);
  }

  @Test
  void writesOfARowArriveInTheOrderOfTheCalls() throws Exception {
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(20)));
    List<CompletableFuture<Void>> written = new ArrayList<>();
    for (int value = 1; value <= 2_000; value++) {
      written.add(mutator.mutate(put("a", value)));
    }
    all(written).get();
    // Writes that wait together go as one, with the cells of all of them.
    List<Integer> accepted =
        cluster.arrived().stream()
            .flatMap(write -> ((Put) write).get(F, F).stream())
            .sorted(Comparator.comparingLong(Cell::getTimestamp))
            .map(cell -> Bytes.toInt(cell.getValueArray(), cell.getValueOffset()))
            .toList();
    assertThat(accepted).hasSizeGreaterThan(50).isSorted();
    assertThat(value("a")).isEqualTo(2_000);
  }

  @Test
  void aRefusedWriteFailsItsFutureAndNothingElse() throws Exception {
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(20)));
    CompletableFuture<Void> refused =
        mutator.mutate(new Put(Bytes.toBytes("a")).addColumn(NOWHERE, F, F));
    assertThatThrownBy(refused::get).hasCauseInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(writes.metrics().failed()).isEqualTo(1);
    assertThat(writes.metrics().pendingBytes()).isZero();
    assertThat(spill.kept()).isEmpty();
    mutator.mutate(put("a", 1)).get();
  }

  @Test
  void whatMayNotBeWrittenFailsItsFuture() {
    AsyncBufferedMutator mutator = open(settings(NEVER));
    assertThatThrownBy(mutator.mutate(new Put(F))::get)
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noCallWaitsForRoom() throws Exception {
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(20)).boundWrites(2));
    cluster.hold("a");
    List<CompletableFuture<Void>> written =
        IntStream.range(0, 100).mapToObj(row -> mutator.mutate(put("a" + row, 1))).toList();
    await().until(() -> writes.metrics().accepted() == 2);
    assertThat(written).noneMatch(CompletableFuture::isDone);
    cluster.release("a");
    all(written).get();
  }

  /** One that each wrote after the other would otherwise wait for as long as all together. */
  @Test
  void noWriteWaitsLongerForRoomThanACallMay() {
    AsyncBufferedMutator mutator =
        open(settings(Duration.ofMillis(20)).boundWrites(1).blockWhenFull(Duration.ofMillis(200)));
    cluster.hold("a");
    CompletableFuture<Void> accepted = mutator.mutate(put("a", 1));
    long begin = System.nanoTime();
    List<CompletableFuture<Void>> more =
        IntStream.range(0, 200).mapToObj(row -> mutator.mutate(put("b" + row, 1))).toList();
    for (CompletableFuture<Void> each : more) {
      assertThatThrownBy(each::get).hasCauseInstanceOf(DeferralFullException.class);
    }
    // One after the other they would take 40 s.
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    assertThat(accepted).isNotDone();
    cluster.release("a");
    accepted.join();
  }

  @Test
  void nothingWaitsAgainForASpillThatStaysFull() throws Exception {
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ofMillis(200));
    AsyncBufferedMutator mutator =
        open(
            settings(Duration.ofMillis(20)).blockWhenFull(small.patience()),
            ForkJoinPool.commonPool(),
            SegmentedSpill.open(small));
    cluster.hold("a");
    long begin = System.nanoTime();
    List<CompletableFuture<Void>> written =
        IntStream.range(0, 500).mapToObj(row -> mutator.mutate(put("a" + row, 1))).toList();
    assertThatThrownBy(written.get(499)::get).hasCauseInstanceOf(SpillFullException.class);
    // One after the other they would take a minute.
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    // Whoever is told may add to it what went wrong besides.
    List<Throwable> refusals =
        written.stream()
            .filter(CompletableFuture::isCompletedExceptionally)
            .map(refused -> refused.handle((none, failure) -> failure).join())
            .toList();
    assertThat(refusals).hasSizeGreaterThan(100).hasOnlyElementsOfType(SpillFullException.class);
    assertThat(new HashSet<>(refusals)).hasSameSizeAs(refusals);
    cluster.release("a");
    written.get(0).get();
    await().until(() -> writes.metrics().pendingBytes() == 0);
    mutator.mutate(put("b", 1)).get();
  }

  @Test
  void whatWaitsForRoomIsBoundedToo() throws Exception {
    AsyncBufferedMutator mutator =
        open(settings(Duration.ofMillis(20)).boundWrites(1).memory(10_000), Runnable::run);
    cluster.hold("a");
    List<CompletableFuture<Void>> written =
        IntStream.range(0, 1_000).mapToObj(row -> mutator.mutate(put("a" + row, 1))).toList();
    Map<Boolean, List<CompletableFuture<Void>>> refused =
        written.stream()
            .collect(Collectors.partitioningBy(CompletableFuture::isCompletedExceptionally));
    assertThat(refused.get(true).size()).isBetween(900, 999);
    assertThatThrownBy(refused.get(true).get(0)::get)
        .hasCauseInstanceOf(DeferralFullException.class)
        .hasMessageContaining("have fewer under way");
    cluster.release("a");
    all(refused.get(false)).get();
    mutator.mutate(put("a", 2)).get();
  }

  @Test
  void whatIsNotBufferedComesAfterWhatIsPendingForItsRow() throws Exception {
    AsyncBufferedMutator mutator = open(settings(NEVER));
    CompletableFuture<Void> written =
        mutator.mutate(new Put(F).addColumn(F, F, Bytes.toBytes(40L)));
    mutator.mutate(new Increment(F).addColumn(F, F, 2)).get();
    written.get(60, TimeUnit.SECONDS);
    assertThat(Bytes.toLong(stock.get(new Get(F)).getValue(F, F))).isEqualTo(42);
  }

  @Test
  void futuresAreCompletedWhereItIsSaid() throws Exception {
    List<Runnable> pool = new ArrayList<>();
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(20)), pool::add);
    CompletableFuture<Void> written = mutator.mutate(put("a", 1));
    await().until(() -> pool.size() == 1);
    assertThat(written).isNotDone();
    pool.get(0).run();
    assertThat(written).isCompleted();
  }

  @Test
  void aPoolThatWasShutDownKeepsNobodyWaiting() throws Exception {
    AsyncBufferedMutator mutator =
        open(
            settings(Duration.ofMillis(20)),
            task -> {
              throw new RejectedExecutionException("shut down");
            });
    mutator.mutate(put("a", 1)).get();
  }

  @Test
  void aClosedOneSendsWhatItHasAndTakesNothingMore() throws Exception {
    AsyncBufferedMutator mutator = open(settings(NEVER));
    CompletableFuture<Void> written = mutator.mutate(put("a", 1));
    mutator.close();
    assertThatThrownBy(mutator.mutate(put("a", 2))::get).hasMessageContaining("is closed");
    mutator.flush();
    mutator.close();
    written.get();
    assertThat(value("a")).isEqualTo(1);
  }

  @Test
  void closingDeferralTakesWhatWasGivenBefore() throws Exception {
    AsyncBufferedMutator mutator = open(settings(NEVER).boundWrites(10));
    List<CompletableFuture<Void>> written =
        IntStream.range(0, 500).mapToObj(row -> mutator.mutate(put("a" + row, 1))).toList();
    Thread.currentThread().interrupt();
    mutators.close(NEVER);
    assertThat(Thread.interrupted()).isTrue();
    writes.close();
    all(written).get();
  }

  @Test
  void whatNobodyTookWhenDeferralIsClosedFailsItsFuture() {
    AsyncBufferedMutator mutator = open(settings(Duration.ofMillis(20)));
    CompletableFuture<Void> written = left(mutator);
    assertThatThrownBy(written::get)
        .hasMessageContaining("not acknowledged before deferral was closed; a server may have it");
    assertThat(spill.kept()).isEmpty();
  }

  @Test
  void itsFutureSaysWhereItRemainsInTheSpill() {
    AsyncBufferedMutator mutator =
        open(
            settings(Duration.ofMillis(20))
                .survive(CrashDurability.PROCESS_CRASH, Path.of("spill-of-test")));
    CompletableFuture<Void> written = left(mutator);
    assertThatThrownBy(written::get).hasMessageContaining("it remains in the spill");
    assertThat(spill.kept()).hasSize(1);
  }

  /** A write that no server takes before all is closed. */
  private CompletableFuture<Void> left(AsyncBufferedMutator mutator) {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    CompletableFuture<Void> written = mutator.mutate(put("a", 1));
    mutators.close(NEVER);
    assertThatThrownBy(() -> writes.close(Duration.ofMillis(50)))
        .hasMessageContaining("1 write was not acknowledged");
    return written;
  }

  private AsyncBufferedMutator open(DeferralSettings.Builder settings) {
    return open(settings, ForkJoinPool.commonPool());
  }

  private AsyncBufferedMutator open(DeferralSettings.Builder settings, Executor pool) {
    return open(settings, pool, spill);
  }

  private AsyncBufferedMutator open(DeferralSettings.Builder settings, Executor pool, Spill kept) {
    writes = Deferrals.pending(settings, cluster, kept);
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getTable" -> stock;
                      case "getConfiguration" -> new Configuration(false);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    mutators = new Mutators(connection, settings.build(), writes, new TableRules(System::nanoTime));
    try {
      return mutators.async(TABLE, pool);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private int value(String row) {
    return Bytes.toInt(stock.get(new Get(Bytes.toBytes(row))).getValue(F, F));
  }

  /** Few writes do not fill a flush, and wait for the bound or until they are asked for. */
  private static DeferralSettings.Builder settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound);
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<Void>> written) {
    return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
  }

  private static Put put(String row, int value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, F, Bytes.toBytes(value));
  }
}
