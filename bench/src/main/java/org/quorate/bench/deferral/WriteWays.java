package org.quorate.bench.deferral;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;

/** The ways of writing that are compared. */
final class WriteWays {
  /** The size of the stock buffer in YCSB and in the paper of 2014. */
  private static final long STOCK_BYTES = 12L << 20;

  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final long TICK_MILLIS = 100;

  private WriteWays() {}

  /**
   * All of them.
   *
   * @param spills where accepted writes are kept
   */
  static List<WriteWay.Named> all(Path spills) {
    return List.of(
        new WriteWay.Named("unbuffered", false, WriteWays::unbuffered),
        new WriteWay.Named(
            "stock 12 MB",
            false,
            (connection, table, threads) -> stock(connection, table, threads, 0)),
        new WriteWay.Named(
            "stock 12 MB, flush 1 s",
            false,
            (connection, table, threads) -> stock(connection, table, threads, BOUND.toMillis())),
        deferred("bounded 1 s", CrashDurability.NONE, spills),
        deferred("bounded 1 s, process crash", CrashDurability.PROCESS_CRASH, spills),
        deferred("bounded 1 s, machine crash", CrashDurability.MACHINE_CRASH, spills),
        batches(100),
        batches(1000),
        batches(4000));
  }

  private static WriteWay unbuffered(Connection connection, TableName name, int threads)
      throws IOException {
    List<Table> tables = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      tables.add(connection.getTable(name));
    }
    return new WriteWay() {
      @Override
      public void write(int thread, Put put) throws IOException {
        tables.get(thread).put(put);
      }

      /** Every call has returned, so servers have all. */
      @Override
      public void finish(int thread) {}

      @Override
      public void close() throws IOException {
        closeAll(tables);
      }
    };
  }

  private static WriteWay stock(
      Connection connection, TableName name, int threads, long flushMillis) throws IOException {
    List<BufferedMutator> mutators = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      BufferedMutatorParams params = new BufferedMutatorParams(name).writeBufferSize(STOCK_BYTES);
      if (flushMillis > 0) {
        params.setWriteBufferPeriodicFlushTimeoutMs(flushMillis);
        params.setWriteBufferPeriodicFlushTimerTickMs(TICK_MILLIS);
      }
      mutators.add(connection.getBufferedMutator(params));
    }
    return buffered(mutators, () -> {});
  }

  private static WriteWay.Named deferred(String name, CrashDurability durability, Path spills) {
    DeferralSettings.Builder settings = DeferralSettings.builder().boundTime(BOUND);
    if (durability != CrashDurability.NONE) {
      settings.survive(durability, spills);
    }
    DeferralSettings built = settings.build();
    return new WriteWay.Named(
        name,
        false,
        (connection, table, threads) -> {
          Deferral deferral = Deferral.open(connection, built);
          List<BufferedMutator> mutators = new ArrayList<>();
          for (int thread = 0; thread < threads; thread++) {
            mutators.add(deferral.mutator(table));
          }
          return buffered(mutators, deferral);
        });
  }

  /** What servers take when writes come in lists that somebody has put together already. */
  private static WriteWay.Named batches(int size) {
    return new WriteWay.Named(
        "batches of " + size,
        true,
        (connection, name, threads) -> {
          List<Table> tables = new ArrayList<>();
          List<List<Put>> batches = new ArrayList<>();
          for (int thread = 0; thread < threads; thread++) {
            tables.add(connection.getTable(name));
            batches.add(new ArrayList<>(size));
          }
          return new WriteWay() {
            @Override
            public void write(int thread, Put put) throws IOException {
              List<Put> batch = batches.get(thread);
              batch.add(put);
              if (batch.size() == size) {
                tables.get(thread).put(batch);
                batch.clear();
              }
            }

            @Override
            public void finish(int thread) throws IOException {
              List<Put> rest = batches.get(thread);
              if (!rest.isEmpty()) {
                tables.get(thread).put(rest);
                rest.clear();
              }
            }

            @Override
            public void close() throws IOException {
              closeAll(tables);
            }
          };
        });
  }

  /** A mutator that is closed has flushed; closing it again does nothing. */
  private static WriteWay buffered(List<BufferedMutator> mutators, Closeable last) {
    return new WriteWay() {
      @Override
      public void write(int thread, Put put) throws IOException {
        mutators.get(thread).mutate(put);
      }

      @Override
      public void finish(int thread) throws IOException {
        mutators.get(thread).close();
      }

      @Override
      public void close() throws IOException {
        closeAll(mutators);
        last.close();
      }
    };
  }

  private static void closeAll(List<? extends Closeable> all) throws IOException {
    for (Closeable each : all) {
      each.close();
    }
  }
}
