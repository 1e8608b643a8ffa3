package org.quorate.bench.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
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
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.folder.SegmentedSpill;

/**
 * How many writes per second a spill accepts from 1 and from 16 threads at each durability, with
 * one column of 100 bytes and with ten (a row of YCSB). Every write is acknowledged at once, so the
 * spill stays small. Run it with {@code java -jar bench/target/benchmarks.jar SpillBenchmark}; the
 * files are below {@code java.io.tmpdir}, which must be on the disk in question ({@code -jvmArgs
 * -Djava.io.tmpdir=DIR}).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked // JMH sets the fields
public class SpillBenchmark {
  private static final TableName TABLE = TableName.valueOf("usertable");
  private static final byte[] FAMILY = Bytes.toBytes("cf");
  private static final int COLUMN_BYTES = 100;
  private static final long MOST_BYTES = 1L << 30;

  @Param public CrashDurability durability;

  @Param({"1", "10"})
  public int columns;

  private final AtomicLong sequences = new AtomicLong();
  private Path directory;
  private Spill spill;

  @Setup
  public void open() throws IOException {
    directory = Files.createTempDirectory("spill-benchmark");
    spill =
        durability == CrashDurability.NONE
            ? Spill.NOTHING
            : SegmentedSpill.open(
                SegmentSettings.of(directory, durability, MOST_BYTES, Duration.ofSeconds(10)));
  }

  /** What was acknowledged leaves nothing behind. */
  @TearDown
  public void close() throws IOException {
    spill.close();
    Files.delete(directory);
  }

  @Benchmark
  @Threads(1)
  public void oneThread() throws IOException {
    write();
  }

  @Benchmark
  @Threads(16)
  public void sixteenThreads() throws IOException {
    write();
  }

  private void write() throws IOException {
    long sequence = sequences.incrementAndGet();
    Put put = new Put(Bytes.toBytes("user" + sequence));
    for (int column = 0; column < columns; column++) {
      put.addColumn(FAMILY, Bytes.toBytes("field" + column), sequence, new byte[COLUMN_BYTES]);
    }
    spill.append(sequence, TABLE, put);
    spill.acknowledged(sequence);
  }
}
