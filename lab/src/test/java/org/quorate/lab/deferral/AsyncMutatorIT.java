package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/** Applications of the asynchronous client that defer their writes. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(120)
class AsyncMutatorIT {
  private static final int ROWS = 500;
  private static final Duration NEVER = Duration.ofHours(1);

  @Test
  void futuresAreCompleteWhenServersHaveTheWrites(RunningCluster cluster) throws Exception {
    TableName table = TableName.valueOf("async_mutator");
    try (Connection connection =
            ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
        AsyncConnection asynchronous = connect(cluster)) {
      SharedHBase.createTable(connection, table, NumberedRows.FAMILY, Bytes.toBytes("80"));
      try (Deferral deferral = Deferral.open(connection, asynchronous, settings(NEVER));
          AsyncBufferedMutator mutator = deferral.asyncMutator(table)) {
        List<CompletableFuture<Void>> written = write(mutator);
        assertThat(written).noneMatch(CompletableFuture::isDone);
        assertThat(NumberedRows.read(connection, table)).isEmpty();
        // What reads a write when its future is complete sees it, whatever reads it.
        CompletableFuture<Result> read =
            written
                .get(0)
                .thenCompose(
                    done ->
                        asynchronous
                            .getTable(table)
                            .get(new Get(Bytes.toBytes(NumberedRows.key(0)))));
        mutator.flush();
        assertThat(read.get(60, TimeUnit.SECONDS).isEmpty()).isFalse();
        CompletableFuture.allOf(written.toArray(CompletableFuture[]::new))
            .get(60, TimeUnit.SECONDS);
        assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
        CompletableFuture<Void> refused =
            mutator.mutate(
                new Put(Bytes.toBytes("a"))
                    .addColumn(Bytes.toBytes("nowhere"), NumberedRows.FAMILY, new byte[1]));
        mutator.flush();
        assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS))
            .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
      }
    }
  }

  @Test
  void closingSendsWhatWasGivenAndOffIsTheStockOne(RunningCluster cluster) throws Exception {
    TableName table = TableName.valueOf("async_mutator_closed");
    try (Connection connection =
        ConnectionFactory.createConnection(SharedHBase.configuration(cluster))) {
      SharedHBase.createTable(connection, table, NumberedRows.FAMILY);
      List<CompletableFuture<Void>> written;
      try (Deferral deferral = Deferral.open(connection, settings(NEVER));
          AsyncBufferedMutator mutator = deferral.asyncMutator(table)) {
        written = write(mutator);
      }
      CompletableFuture.allOf(written.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
      try (Deferral off = Deferral.open(connection, DeferralSettings.off());
          AsyncBufferedMutator stock = off.asyncMutator(table)) {
        assertThat(stock.getClass().getName()).startsWith("org.apache.hadoop.hbase.client.");
        CompletableFuture<Void> more = stock.mutate(NumberedRows.put(ROWS, ROWS, 0));
        stock.flush();
        more.get(60, TimeUnit.SECONDS);
      }
      assertThat(NumberedRows.read(connection, table)).hasSize(ROWS + 1);
    }
  }

  private static AsyncConnection connect(RunningCluster cluster) throws Exception {
    return ConnectionFactory.createAsyncConnection(SharedHBase.configuration(cluster))
        .get(60, TimeUnit.SECONDS);
  }

  /** With large flushes, so that writes wait until they are asked for. */
  private static DeferralSettings settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound).build();
  }

  private static List<CompletableFuture<Void>> write(AsyncBufferedMutator mutator) {
    return mutator.mutate(
        LongStream.range(0, ROWS).mapToObj(row -> NumberedRows.put(row, row, 0)).toList());
  }
}
