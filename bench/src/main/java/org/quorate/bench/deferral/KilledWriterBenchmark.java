package org.quorate.bench.deferral;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.quorate.lab.crash.KillOutcome;
import org.quorate.lab.crash.KillTrial;
import org.quorate.lab.crash.WriteBuffer;

/**
 * What processes lose that are killed while they write to three real region servers: fifty through
 * bounded deferral with process-crash durability, and ten through the stock buffer, for comparison.
 * Each is killed at a random moment of its first three seconds. One to three processes follow each
 * other, each of which drains what the one before left behind and goes on with its rows, all with
 * one clock that is 200 ms behind this machine's, right, or 200 ms ahead; then the last spill is
 * drained, and every accepted write is read back. Five in a hundred writes are to rows that are
 * overwritten, counters that are set by a deferred put and counted up, and locks that are taken by
 * check-and-mutate and released by a deferred delete. Arguments: kills with deferral (50), kills
 * with the stock buffer (10), seed (1). Ends with status 1 if an accepted write was lost with
 * deferral.
 */
public final class KilledWriterBenchmark {
  private static final long SHORTEST_MILLIS = 20;
  private static final long LONGEST_MILLIS = 3000;
  private static final int MOST_IN_A_ROW = 3;
  private static final long SKEW_MILLIS = 200;
  private static final String ROW = "%5s %-24s %9s %10s %12s %14s %14s %10s%n";

  private KilledWriterBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int kills = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
    int stockKills = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
    List<KillOutcome> deferred;
    List<KillOutcome> stock;
    try (BenchCluster cluster = BenchCluster.start("bench-kill")) {
      TableName table = TableName.valueOf("killed");
      KillTrial.createTable(cluster.connection(), table);
      KillTrial trial =
          new KillTrial(
              cluster.connection(),
              cluster.clientProperties(),
              table,
              cluster.directory().resolve("writers"),
              System.getProperty("java.class.path"));
      System.out.printf(
          ROW,
          "kills",
          "buffer",
          "clock ms",
          "after ms",
          "accepted",
          "not at server",
          "from spill",
          "lost");
      SplittableRandom random = new SplittableRandom(seed);
      deferred = run(trial, WriteBuffer.DEFERRED_PROCESS_CRASH, kills, random);
      stock = run(trial, WriteBuffer.STOCK, stockKills, random);
    }
    System.out.println();
    tell(deferred);
    tell(stock);
    if (lost(deferred) > 0) {
      System.exit(1);
    }
  }

  private static List<KillOutcome> run(
      KillTrial trial, WriteBuffer buffer, int kills, SplittableRandom random) throws Exception {
    List<KillOutcome> outcomes = new ArrayList<>();
    for (int done = 0; done < kills; ) {
      List<Duration> after = new ArrayList<>();
      int inARow = Math.min(kills - done, 1 + random.nextInt(MOST_IN_A_ROW));
      for (int kill = 0; kill < inARow; kill++) {
        after.add(Duration.ofMillis(random.nextLong(SHORTEST_MILLIS, LONGEST_MILLIS)));
      }
      long ahead = SKEW_MILLIS * (random.nextInt(3) - 1);
      KillOutcome outcome = trial.run(buffer, buffer + "-" + done, Duration.ofMillis(ahead), after);
      done += inARow;
      outcomes.add(outcome);
      System.out.printf(
          Locale.ROOT,
          ROW,
          inARow,
          buffer,
          ahead,
          outcome.lived().toMillis(),
          outcome.accepted(),
          outcome.unsent(),
          outcome.applied(),
          outcome.lost());
      outcome.notes().forEach(note -> System.out.println("     " + note));
    }
    return outcomes;
  }

  private static void tell(List<KillOutcome> outcomes) {
    if (outcomes.isEmpty()) {
      return;
    }
    long losing = outcomes.stream().filter(outcome -> outcome.lost() > 0).count();
    System.out.printf(
        Locale.ROOT,
        "%s: %d kills in %d trials, %,d writes accepted, %,d of them not at a server after the last"
            + " kill, %,d lost in %d of the trials%s%n",
        outcomes.get(0).buffer(),
        outcomes.stream().mapToInt(KillOutcome::kills).sum(),
        outcomes.size(),
        outcomes.stream().mapToLong(KillOutcome::accepted).sum(),
        outcomes.stream().mapToLong(KillOutcome::unsent).sum(),
        lost(outcomes),
        losing,
        losing == 0 ? atMost(outcomes.stream().mapToInt(KillOutcome::kills).sum()) : "");
  }

  /** What none of so many says of all kills, exactly (Clopper and Pearson, Biometrika 26, 1934). */
  private static String atMost(int kills) {
    return String.format(
        Locale.ROOT,
        "; with 95 %% confidence fewer than %.1f %% of such kills lose any",
        100 * (1 - Math.pow(0.05, 1.0 / kills)));
  }

  private static long lost(List<KillOutcome> outcomes) {
    return outcomes.stream().mapToLong(KillOutcome::lost).sum();
  }
}
