package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.RecordingSpill;

/** What tests of pending writes have in common, and what must hold after each of them. */
@Timeout(120)
abstract class PendingWritesCase {
  static final TableName TABLE = TableName.valueOf("t");
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");
  static final byte[] NOWHERE = Bytes.toBytes("nowhere");
  static final Duration NEVER = Duration.ofHours(1);

  final FakeCluster cluster = new FakeCluster();
  final RecordingSpill spill = new RecordingSpill();
  final ExecutorService pool = Executors.newCachedThreadPool();
  PendingWrites writes;

  @AfterEach
  void nothingWentWrongBesides() throws IOException {
    if (writes != null) {
      cluster.failBefore(action -> null).failAfter(action -> null);
      writes.close();
    }
    cluster.close();
    pool.shutdownNow();
    assertThat(spill.complaints()).isEmpty();
    assertThat(cluster.overtakings()).isZero();
  }

  /** An account without a listener. */
  final WriteAccount open(DeferralSettings.Builder settings) {
    return open(settings, cluster, cluster, spill);
  }

  final WriteAccount open(
      DeferralSettings.Builder settings, WriteTarget target, Routing routing, Spill kept) {
    writes = Deferrals.pending(settings, target, routing, kept, System::currentTimeMillis, () -> 0);
    return writes.account(TABLE, null, null);
  }

  /** An account whose writes wait by a clock of the test's, in nanoseconds. */
  final WriteAccount open(DeferralSettings.Builder settings, LongSupplier clock) {
    writes =
        new PendingWrites(
            settings.build(),
            cluster,
            cluster,
            spill,
            new RowStamps(System::currentTimeMillis, 100),
            clock);
    return writes.account(TABLE, null, null);
  }

  /** What a table has on a server that are alone. */
  static ServerShare alone() {
    return new FairShares(1).of(TABLE).on("server");
  }

  /** Few writes do not fill a flush, and wait for the bound or until they are asked for. */
  static DeferralSettings.Builder settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound);
  }

  static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  /** A put to a family that {@link FakeCluster#refuseFamily} can refuse. */
  static Put bad(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(NOWHERE, Q, Q);
  }

  /** What the cluster has; null where there is nothing. */
  final String value(String row) {
    return cluster.with(
        rows -> {
          byte[] key = Bytes.toBytes(row);
          return rows.containsKey(key)
              ? Bytes.toString(rows.get(key).read(new Get(key)).getValue(F, Q))
              : null;
        });
  }
}
