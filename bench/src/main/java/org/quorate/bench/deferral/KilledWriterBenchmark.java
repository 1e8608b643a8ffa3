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
 * Each is killed at a random moment of its first three seconds; then another process drains its
 * spill, and every accepted write is read back. Arguments: kills with deferral (50), kills with the
 * stock buffer (10), seed (1). Ends with status 1 if an accepted write was lost with deferral.
 */
public final class KilledWriterBenchmark {
  private static final long SHORTEST_MILLIS = 20;
  private static final long LONGEST_MILLIS = 3000;
  private static final String ROW = "%4s %-24s %10s %12s %14s %14s %10s%n";

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
          ROW, "kill", "buffer", "after ms", "accepted", "not at server", "from spill", "lost");
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
    for (int kill = 1; kill <= kills; kill++) {
      Duration after = Duration.ofMillis(random.nextLong(SHORTEST_MILLIS, LONGEST_MILLIS));
      KillOutcome outcome = trial.run(buffer, buffer + "-" + kill, after);
      outcomes.add(outcome);
      System.out.printf(
          Locale.ROOT,
          ROW,
          kill,
          buffer,
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
        "%s: %d kills, %,d writes accepted, %,d of them not at a server when the process died, %,d"
            + " lost in %d of the kills%s%n",
        outcomes.get(0).buffer(),
        outcomes.size(),
        outcomes.stream().mapToLong(KillOutcome::accepted).sum(),
        outcomes.stream().mapToLong(KillOutcome::unsent).sum(),
        lost(outcomes),
        losing,
        losing == 0 ? atMost(outcomes.size()) : "");
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
