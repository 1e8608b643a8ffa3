package org.quorate.bench.deferral;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.stamp.RowStamps;

/**
 * What a call costs that has a write accepted, flushing included, where servers answer at once: the
 * most that deferral lets through. Run it with {@code java -jar bench/target/benchmarks.jar
 * AcceptedWriteBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked // JMH sets the fields
public class AcceptedWriteBenchmark {
  private static final TableName TABLE = TableName.valueOf("usertable");
  private static final long ROWS = 100_000;
  private static final long SPILL_BYTES = 1L << 30;
  private static final long MOST_LEAD_MILLIS = 100;

  @Param public CrashDurability durability;

  /** Whether a session writes, whose reads see what is pending, or a mutator. */
  @Param({"false", "true"})
  public boolean session;

  private final AtomicLong numbers = new AtomicLong();
  private Path directory;
  private PendingWrites writes;
  private WriteAccount account;

  @Setup
  public void open() throws IOException {
    directory = Files.createTempDirectory("accepted-write-benchmark");
    DeferralSettings settings =
        durability == CrashDurability.NONE
            ? DeferralSettings.builder().build()
            : DeferralSettings.builder().survive(durability, directory).build();
    Spill spill =
        durability == CrashDurability.NONE
            ? Spill.NOTHING
            : SegmentedSpill.open(
                SegmentSettings.of(directory, durability, SPILL_BYTES, Duration.ofSeconds(10)));
    writes =
        new PendingWrites(
            settings,
            (table, actions) ->
                actions.stream()
                    .map(action -> CompletableFuture.<Object>completedFuture(action))
                    .toList(),
            Routing.UNKNOWN,
            spill,
            new RowStamps(System::currentTimeMillis, MOST_LEAD_MILLIS),
            System::nanoTime);
    account = writes.account(TABLE, null, session ? new Overlay() : null);
  }

  @TearDown
  public void close() throws IOException {
    writes.close();
    Files.deleteIfExists(directory);
  }

  @Benchmark
  @Threads(1)
  public void oneThread() throws IOException {
    account.accept(BenchCluster.put(numbers.incrementAndGet() % ROWS));
  }

  @Benchmark
  @Threads(16)
  public void sixteenThreads() throws IOException {
    account.accept(BenchCluster.put(numbers.incrementAndGet() % ROWS));
  }
}
