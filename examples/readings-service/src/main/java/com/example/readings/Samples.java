package com.example.readings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.SpillTarget;
import org.quorate.hbase.spill.folder.SpillDirectory;

/** What docs/hbase.md shows beside the application; compiled, so that it stays true. */
final class Samples {
  private static final System.Logger LOG = System.getLogger("com.example.readings");

  private Samples() {}

  static void buffered(Connection connection, Put put) throws IOException {
    DeferralSettings settings = DeferralSettings.builder().boundTime(Duration.ofSeconds(1)).build();
    try (Deferral deferral = Deferral.open(connection, settings);
        BufferedMutator mutator = deferral.mutator(TableName.valueOf("readings"))) {
      mutator.mutate(put); // returns at once; every client has it within a second
    }
  }

  static CompletableFuture<String> asynchronous(
      Connection connection, AsyncConnection asynchronous, DeferralSettings settings, Put put)
      throws IOException {
    try (Deferral deferral = Deferral.open(connection, asynchronous, settings);
        AsyncBufferedMutator mutator = deferral.asyncMutator(TableName.valueOf("readings"))) {
      return mutator.mutate(put).thenApply(none -> "A server has the put.");
    }
  }

  static void session(Deferral deferral, Put put, Get get) throws IOException {
    try (DeferralSession session = deferral.session();
        Table table = session.table(TableName.valueOf("readings"))) {
      table.put(put); // returns at once
      System.out.println(table.get(get)); // has the put
      session.flush(); // from here on every client has it
    }
  }

  static void forgotten(Deferral deferral, Put put) throws IOException {
    DeferralSession session =
        deferral.session(failure -> LOG.log(System.Logger.Level.ERROR, "given back", failure));
    try (Table table = session.table(TableName.valueOf("readings"))) {
      table.put(put);
    }
  }

  static DeferralSettings durable() {
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofMillis(500))
            .survive(CrashDurability.PROCESS_CRASH, Path.of("/var/spool/readings"))
            .spillBytes(256 << 20)
            .blockWhenFull(Duration.ofSeconds(10))
            .build();
    return settings;
  }

  static BufferedMutator told(Deferral deferral) throws IOException {
    BufferedMutatorParams params = new BufferedMutatorParams(TableName.valueOf("readings"));
    params.listener((failure, of) -> LOG.log(System.Logger.Level.ERROR, "given back", failure));
    BufferedMutator mutator = deferral.mutator(params);
    return mutator;
  }

  static void watch(Deferral deferral) {
    DeferralMetrics metrics = deferral.metrics();
    System.out.println(metrics.delay().getValueAtPercentile(99.9) + " microseconds");
    System.out.println(
        metrics.overdue() + " writes are late, the oldest waits " + metrics.oldestPending());
    System.out.println(metrics.missed() + " writes were late, the last of them:");
    metrics.latestMisses().forEach(System.out::println);
  }

  static void adopt(Connection connection) throws IOException {
    SpillDirectory left = SpillDirectory.at(Path.of("/var/spool/readings"));
    left.list().forEach(System.out::println);
    SpillTarget cluster = new ConnectionTarget(connection);
    left.drain(cluster, DrainSettings.usual()).forEach(System.out::println);
  }

  static void clocks(Deferral deferral) throws IOException {
    deferral.serverClocks(Duration.ofSeconds(10)).ifPresent(System.out::println);
  }
}
