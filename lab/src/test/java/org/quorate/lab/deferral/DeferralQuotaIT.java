package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.destination.Refusals;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.hbase.ClientConfiguration;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.testing.SharedHBase;
import org.quorate.study.progress.Progress;

/**
 * Deferred writes beyond a table's quota, on a cluster of its own that has quotas. A flush of three
 * times as many writes as there may be in a second is let in once there is room for a second's, and
 * counts as a whole, so that those behind it are refused for some seconds.
 */
@Tag("parallel")
@Tag("faults")
@Timeout(300)
class DeferralQuotaIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final TableName TABLE = TableName.valueOf("quota");
  private static final int WRITES_PER_SECOND = 20;
  private static final int ROWS = 3 * WRITES_PER_SECOND;
  private static final int OTHER_ROWS = 1_000;

  private static RunningCluster cluster;
  private static Connection connection;
  private static AsyncConnection asynchronous;

  @BeforeAll
  static void startOneRegionServer() throws Exception {
    HBaseEngine engine =
        new HBaseEngine(
            new ClusterRegistry(ROOT.resolve("clusters")),
            new ServerLibrary(CacheDirectory.ofUser().servers()),
            null);
    ClusterSpec spec =
        HBaseEngine.spec("it-hbase-quota")
            .nodes(1)
            .quickCompiler(true)
            .setting("hbase.quota.enabled", "true")
            // Twelve hours unless it is set.
            .setting("hbase.quota.refresh.period", "1000")
            .build();
    cluster = engine.start(spec, ROOT.resolve("hbase-quota"), Progress.silent());
    connection = ConnectionFactory.createConnection(configuration());
    asynchronous = ConnectionFactory.createAsyncConnection(configuration()).get();
    SharedHBase.createTable(connection, TABLE, NumberedRows.FAMILY);
    limit();
  }

  @AfterAll
  static void stop() throws IOException {
    if (asynchronous != null) {
      asynchronous.close();
    }
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void whatAQuotaHoldsBackArrivesAndTheServerIsAskedNoSoonerThanItSaid() throws Exception {
    WatchedConnection watched = new WatchedConnection(asynchronous);
    DeferralSettings settings = DeferralSettings.builder().boundTime(Duration.ofHours(1)).build();
    Map<String, Long> expected = new TreeMap<>();
    awaitRefusal();
    try (Deferral deferral = Deferral.open(connection, watched.connection(), settings);
        BufferedMutator mutator = deferral.mutator(TABLE)) {
      for (long number = 0; number < 2; number++) {
        for (int row = 0; row < ROWS; row++) {
          mutator.mutate(NumberedRows.put(row, number, 0));
          expected.put(NumberedRows.key(row), number);
        }
        mutator.flush();
      }
      DeferralMetrics metrics = deferral.metrics();
      assertThat(metrics.acknowledged()).isEqualTo(2 * ROWS);
      assertThat(metrics.failed()).isZero();
      assertThat(metrics.retriedRows()).isGreaterThanOrEqualTo(ROWS);
    }
    Map<String, Long> found = NumberedRows.read(connection, TABLE);
    found.keySet().retainAll(expected.keySet());
    assertThat(found).isEqualTo(expected);
    assertThat(watched.throttled()).hasSizeGreaterThanOrEqualTo(ROWS);
    for (WatchedConnection.Throttled refused : watched.throttled()) {
      assertThat(watched.batches()).as("%s", refused).noneMatch(batch -> isTooSoon(batch, refused));
    }
    System.out.printf(
        "%d writes beyond a quota of %d a second: %d requests, the longest pause %d ms%n",
        2 * ROWS,
        WRITES_PER_SECOND,
        watched.batches().size(),
        watched.throttled().stream()
            .mapToLong(refused -> TimeUnit.NANOSECONDS.toMillis(refused.pause()))
            .max()
            .orElse(0));
  }

  private static boolean isTooSoon(
      WatchedConnection.Batch batch, WatchedConnection.Throttled refused) {
    long after = batch.sentAt() - refused.answeredAt();
    return batch.rows().contains(refused.row()) && after >= 0 && after < refused.pause();
  }

  private static Configuration configuration() {
    return ClientConfiguration.of(HBaseEngine.clientProperties(cluster));
  }

  private static void limit() {
    QuotaSettings limit =
        QuotaSettingsFactory.throttleTable(
            TABLE, ThrottleType.WRITE_NUMBER, WRITES_PER_SECOND, TimeUnit.SECONDS);
    // The master makes the table that keeps quotas after it has begun to serve.
    await("the quota is kept")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              try (Admin admin = connection.getAdmin()) {
                admin.setQuota(limit);
              }
              return true;
            });
  }

  /** Writes more than the quota has until that refuses it: from then on it is in force. */
  private static void awaitRefusal() throws IOException {
    Configuration once = configuration();
    once.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    List<Put> puts = new ArrayList<>();
    for (int row = OTHER_ROWS; row < OTHER_ROWS + ROWS; row++) {
      puts.add(NumberedRows.put(row, 0, 0));
    }
    try (Connection impatient = ConnectionFactory.createConnection(once);
        Table table = impatient.getTable(TABLE)) {
      await("the quota is in force").atMost(PATIENCE).until(() -> isThrottled(table, puts));
    }
  }

  private static boolean isThrottled(Table table, List<Put> puts) {
    try {
      table.put(puts);
      return false;
    } catch (RetriesExhaustedWithDetailsException e) {
      return e.getCauses().stream().anyMatch(cause -> Refusals.pauseMillis(cause) > 0);
    } catch (IOException e) {
      return Refusals.pauseMillis(e) > 0;
    }
  }
}
