package com.example.readings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;

/**
 * Eight sensors for half a minute: {@code java -jar readings-service.jar HOST:PORT [SPILL]}, with
 * the address of ZooKeeper and a folder for what is accepted and not acknowledged.
 */
final class Station {
  private static final int SENSORS = 8;
  private static final int READ_BACK = 100;
  private static final Duration ONE_BY_ONE = Duration.ofSeconds(10);
  private static final Duration DEFERRED = Duration.ofSeconds(20);

  /** Held, since a logger that nobody holds forgets its level. */
  private static final Logger CLIENT_LOG = Logger.getLogger("org.apache");

  private Station() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || !arguments[0].matches("[^:]+:\\d+")) {
      System.err.println("Name the cluster's ZooKeeper, such as 127.10.1.201:2181.");
      System.exit(2);
    }
    CLIENT_LOG.setLevel(Level.WARNING);
    String[] zooKeeper = arguments[0].split(":", -1);
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", zooKeeper[0]);
    configuration.set("hbase.zookeeper.property.clientPort", zooKeeper[1]);
    Path spill = Path.of(arguments.length > 1 ? arguments[1] : "station-spill");
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofSeconds(1))
            .survive(CrashDurability.PROCESS_CRASH, spill)
            .build();
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      Readings.prepare(connection);
      // Applies what an earlier run left behind, and says so in the log.
      try (Deferral deferral = Deferral.open(connection, settings)) {
        long plain = run(ONE_BY_ONE, () -> connection.getTable(Readings.TABLE));
        System.out.printf("one by one: %,d readings/s%n", plain / ONE_BY_ONE.toSeconds());
        DeferralSession session = deferral.session();
        long begin = System.nanoTime();
        long deferred = run(DEFERRED, () -> session.table(Readings.TABLE));
        session.flush();
        double seconds = (System.nanoTime() - begin) / 1e9;
        DeferralMetrics metrics = deferral.metrics();
        System.out.printf(
            "deferred:   %,.0f readings/s, all acknowledged; 99.9 %% of them within %.0f ms, %d"
                + " later than a second%n",
            deferred / seconds, metrics.delay().getValueAtPercentile(99.9) / 1e3, metrics.missed());
        metrics.latestMisses().forEach(System.out::println);
      }
    }
  }

  /** Has all sensors store readings for a while, and returns how many those were. */
  private static long run(Duration time, Callable<Table> tables) throws Exception {
    ExecutorService sensors = Executors.newFixedThreadPool(SENSORS);
    try {
      long end = System.nanoTime() + time.toNanos();
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < SENSORS; i++) {
        int sensor = i;
        counts.add(sensors.submit(() -> report(tables, sensor, end)));
      }
      long all = 0;
      for (Future<Long> count : counts) {
        all += count.get();
      }
      return all;
    } finally {
      sensors.shutdownNow();
    }
  }

  private static long report(Callable<Table> tables, int sensor, long end) throws Exception {
    long number = 0;
    try (Table table = tables.call()) {
      Readings readings = new Readings(table);
      for (; System.nanoTime() < end; number++) {
        double value = Math.sin((double) number);
        readings.store(sensor, number, value);
        if (number % READ_BACK == 0 && !readings.has(sensor, number, value)) {
          throw new IllegalStateException("A sensor does not read what it has stored.");
        }
      }
    }
    return number;
  }
}
