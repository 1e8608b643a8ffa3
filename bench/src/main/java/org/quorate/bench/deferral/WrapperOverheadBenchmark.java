package org.quorate.bench.deferral;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.setting.DeferralSettings;

/**
 * What the library costs where it defers nothing, on real servers: puts and buffered puts with
 * deferral off, and gets of a session with deferral on and nothing pending, each against the stock
 * client's. And what a session's get of a row that it has just written takes where the pending
 * write is merged into the answer, against where it is flushed first. One thread; blocks of
 * requests in the order ABBA, so that drift touches both alike. Arguments: pairs of blocks (40),
 * requests of a block (500).
 */
public final class WrapperOverheadBenchmark {
  private static final int WARM_UP = 4;
  private static final long ROWS = 10_000;

  /** Requests of one kind; returns when all are done. */
  @FunctionalInterface
  private interface Block {
    void run(int requests) throws IOException;
  }

  private WrapperOverheadBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 40;
    int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
    try (BenchCluster cluster = BenchCluster.start("bench-overhead")) {
      Connection connection = cluster.connection();
      TableName name = cluster.table("usertable");
      try (Deferral off = Deferral.open(connection, DeferralSettings.off());
          Deferral on =
              Deferral.open(
                  connection, DeferralSettings.builder().boundTime(Duration.ofSeconds(1)).build());
          Table stockTable = connection.getTable(name);
          Table offTable = off.session().table(name);
          Table onTable = on.session().table(name);
          BufferedMutator stockBuffer = connection.getBufferedMutator(name);
          BufferedMutator offBuffer = off.mutator(name)) {
        System.out.printf(
            "with deferral off a table is a %s, a mutator a %s%n",
            offTable.getClass().getSimpleName(), offBuffer.getClass().getSimpleName());
        compare("put, deferral off", pairs, requests, puts(stockTable), puts(offTable));
        compare(
            "buffered put, deferral off",
            pairs,
            20 * requests,
            buffered(stockBuffer),
            buffered(offBuffer));
        compare(
            "get, deferral on, nothing pending", pairs, requests, gets(stockTable), gets(onTable));
        compare(
            "deferred put and get: flushed, merged",
            pairs,
            requests,
            readBack(onTable, true),
            readBack(onTable, false));
      }
    }
  }

  private static Block puts(Table table) {
    return requests -> {
      for (int request = 0; request < requests; request++) {
        table.put(BenchCluster.put(request % ROWS));
      }
    };
  }

  private static Block buffered(BufferedMutator mutator) {
    return requests -> {
      for (int request = 0; request < requests; request++) {
        mutator.mutate(BenchCluster.put(request % ROWS));
      }
      mutator.flush();
    };
  }

  private static Block gets(Table table) {
    return requests -> {
      for (int request = 0; request < requests; request++) {
        boolean unused = table.get(new Get(BenchCluster.key(request % ROWS))).isEmpty();
      }
    };
  }

  /**
   * @param flushed whether each get asks for what cannot be merged, so that its row is flushed
   */
  private static Block readBack(Table table, boolean flushed) {
    return requests -> {
      for (int request = 0; request < requests; request++) {
        table.put(BenchCluster.put(request % ROWS));
        Get get = new Get(BenchCluster.key(request % ROWS));
        if (flushed) {
          get.setMaxResultsPerColumnFamily(Integer.MAX_VALUE);
        }
        boolean unused = table.get(get).isEmpty();
      }
    };
  }

  private static void compare(String what, int pairs, int requests, Block stock, Block wrapped)
      throws IOException {
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int pair = -WARM_UP; pair < pairs; pair++) {
      boolean stockFirst = pair % 2 == 0;
      double a = micros(stockFirst ? stock : wrapped, requests);
      double b = micros(stockFirst ? wrapped : stock, requests);
      if (pair >= 0) {
        first.add(stockFirst ? a : b);
        second.add(stockFirst ? b : a);
      }
    }
    PairedLogRatio ratio = PairedLogRatio.of(first, second, 0.95);
    Interval bounds = ratio.interval().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%-37s %.1f us, then %.1f us, %+.2f %% (%+.2f to %+.2f %%, 95 %% interval)%n",
        what,
        first.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        second.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        percent(ratio.ratio()),
        percent(bounds.low()),
        percent(bounds.high()));
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  private static double micros(Block block, int requests) throws IOException {
    long begin = System.nanoTime();
    block.run(requests);
    return (System.nanoTime() - begin) / 1e3 / requests;
  }
}
