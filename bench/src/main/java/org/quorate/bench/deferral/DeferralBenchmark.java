package org.quorate.bench.deferral;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;

/**
 * How many writes a second three region servers acknowledge, by the way in which 1, 16 and 64
 * threads write: one by one, through the stock buffer of 12 MB with and without a periodic flush,
 * and through bounded deferral at each durability; beside the ceiling, which is the best of three
 * sizes of batches that nobody has to put together. A write counts when a server has acknowledged
 * it, the final flush included, which all threads do at once. Ways take turns in an order drawn
 * anew for each round (seed 1); the first round is not counted. Arguments: rounds (6), seconds of
 * each measurement (5).
 */
public final class DeferralBenchmark {
  private static final int[] THREADS = {1, 16, 64};
  private static final int CEILING_THREADS = 8;
  private static final long ROWS = 100_000;
  private static final double CONFIDENCE = 0.95;

  private final BenchCluster cluster;
  private final TableName table;
  private final Duration time;
  private final Random order = new Random(1);

  private DeferralBenchmark(BenchCluster cluster, TableName table, Duration time) {
    this.cluster = cluster;
    this.table = table;
    this.time = time;
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 6;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    try (BenchCluster cluster = BenchCluster.start("bench-deferral")) {
      DeferralBenchmark benchmark =
          new DeferralBenchmark(cluster, cluster.table("usertable"), Duration.ofSeconds(seconds));
      for (int threads : THREADS) {
        benchmark.compare(threads, rounds);
      }
    }
  }

  private void compare(int threads, int rounds) throws Exception {
    List<WriteWay.Named> ways = WriteWays.all(cluster.directory().resolve("spill"));
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    ways.forEach(way -> rates.put(way.name(), new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      List<WriteWay.Named> shuffled = new ArrayList<>(ways);
      Collections.shuffle(shuffled, order);
      for (WriteWay.Named way : shuffled) {
        double rate = rate(way, way.ceiling() ? Math.max(CEILING_THREADS, threads) : threads);
        if (round > 0) {
          rates.computeIfAbsent(way.name(), name -> new ArrayList<>()).add(rate);
        }
      }
    }
    String best =
        ways.stream()
            .filter(WriteWay.Named::ceiling)
            .map(WriteWay.Named::name)
            .max((one, other) -> Double.compare(mean(rates, one), mean(rates, other)))
            .orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%n%d threads; mean ratios with 95 %% intervals over %d rounds%n"
            + "%-28s %12s %22s %22s %22s%n",
        threads,
        rounds - 1,
        "",
        "writes/s",
        "to unbuffered",
        "to stock 12 MB",
        "to ceiling");
    for (String way : rates.keySet()) {
      System.out.printf(
          Locale.ROOT,
          "%-28s %,12.0f %22s %22s %22s%s%n",
          way,
          mean(rates, way),
          ratio(rates, "unbuffered", way),
          ratio(rates, "stock 12 MB", way),
          ratio(rates, best, way),
          way.equals(best) ? "  the ceiling" : "");
    }
    System.out.printf(
        "process crash to none %s, machine crash to none %s%n",
        ratio(rates, "bounded 1 s", "bounded 1 s, process crash"),
        ratio(rates, "bounded 1 s", "bounded 1 s, machine crash"));
  }

  /** Acknowledged writes per second. */
  private double rate(WriteWay.Named named, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long begin = System.nanoTime();
      long written = 0;
      try (WriteWay way = named.opening().open(cluster.connection(), table, threads)) {
        begin = System.nanoTime();
        long end = begin + time.toNanos();
        List<Future<Long>> counts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          counts.add(pool.submit(writer(way, thread, end)));
        }
        for (Future<Long> count : counts) {
          written += count.get();
        }
      }
      return written / ((System.nanoTime() - begin) / 1e9);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Callable<Long> writer(WriteWay way, int thread, long end) {
    SplittableRandom random = new SplittableRandom(thread);
    return () -> {
      long count = 0;
      while (System.nanoTime() < end) {
        way.write(thread, BenchCluster.put(random.nextLong(ROWS)));
        count++;
      }
      way.finish(thread);
      return count;
    };
  }

  private static double mean(Map<String, List<Double>> rates, String way) {
    return values(rates, way).mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static Stream<Double> values(Map<String, List<Double>> rates, String way) {
    return rates.getOrDefault(way, List.of()).stream();
  }

  private static String ratio(Map<String, List<Double>> rates, String base, String way) {
    PairedLogRatio ratio =
        PairedLogRatio.of(values(rates, base).toList(), values(rates, way).toList(), CONFIDENCE);
    String interval =
        ratio
            .interval()
            .map(
                (Interval bounds) ->
                    String.format(Locale.ROOT, " (%.2f to %.2f)", bounds.low(), bounds.high()))
            .orElse("");
    return String.format(Locale.ROOT, "%.2f%s", ratio.ratio(), interval);
  }
}
