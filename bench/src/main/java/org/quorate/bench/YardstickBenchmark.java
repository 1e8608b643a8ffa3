package org.quorate.bench;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.oracle.Oracle;
import org.quorate.core.yardstick.LevelEffect;
import org.quorate.core.yardstick.RunReads;
import org.quorate.core.yardstick.Yardstick;
import org.quorate.core.yardstick.YardstickTally;

/**
 * What the yardstick costs beside judging: on a history of skewed reads and writes in memory, how
 * long the oracle takes alone, how long with the yardstick's tally, and how long the best policy
 * takes to be found in what was counted.
 *
 * <p>Argument: millions of reads (default 1), and as many writes. Prints the best of five rounds.
 */
public final class YardstickBenchmark {
  private static final int KEYS = 10_000;
  private static final double SKEW = 3;
  private static final long NANOS_BETWEEN = 250_000;
  private static final long NANOS_BEHIND = 20_000_000;
  private static final int ROUNDS = 5;
  private static final List<LevelEffect> LEVELS =
      List.of(new LevelEffect(1, 1), new LevelEffect(2, 0.02), new LevelEffect(3, 0));

  private YardstickBenchmark() {}

  public static void main(String[] arguments) {
    int millions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
    OperationLog log = history(2_000_000 * millions);
    double alone = Double.POSITIVE_INFINITY;
    double counting = Double.POSITIVE_INFINITY;
    double finding = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      alone = Math.min(alone, judge(log, JudgedReads.NONE));
      YardstickTally tally = new YardstickTally(Map.of(0, 0L));
      counting = Math.min(counting, judge(log, tally));
      RunReads reads = tally.of(0);
      long start = System.nanoTime();
      Yardstick yardstick = Yardstick.of(reads, LEVELS, 0.01);
      finding = Math.min(finding, (System.nanoTime() - start) / 1e9);
      System.out.printf(
          "%s, of %,d reads %,d stale, %,d kinds of cells, %,d of ages%n",
          yardstick,
          reads.cells().total().reads(),
          reads.cells().total().staleReads(),
          reads.cells().cells().size(),
          reads.ages().ages().size());
    }
    System.out.printf(
        "judging %.3f s, with the tally %.3f s, finding the best %.4f s%n",
        alone, counting, finding);
  }

  private static double judge(OperationLog log, JudgedReads judged) {
    long start = System.nanoTime();
    Oracle oracle = new Oracle(0, List.of(), judged);
    oracle.add(log);
    return (System.nanoTime() - start) / 1e9;
  }

  /** Half reads, 4,000 operations a second, in which a read soon after a write often misses it. */
  private static OperationLog history(int operations) {
    SplittableRandom random = new SplittableRandom(42);
    OperationLog log = new OperationLog();
    long[] newest = new long[KEYS];
    long[] before = new long[KEYS];
    long[] written = new long[KEYS];
    for (int i = 0; i < operations; i++) {
      long invoke = i * NANOS_BETWEEN;
      long complete = invoke + 1_000_000 + random.nextInt(1_000_000);
      int key = (int) (KEYS * Math.pow(random.nextDouble(), SKEW));
      if (random.nextBoolean()) {
        before[key] = newest[key];
        newest[key] = i + 1L;
        written[key] = complete;
        log.add(key, i + 1L, invoke, complete, tag(OperationType.WRITE));
      } else {
        boolean behind =
            invoke < written[key] + NANOS_BEHIND && random.nextInt(3) > 0 && before[key] > 0;
        log.add(key, behind ? before[key] : newest[key], invoke, complete, tag(OperationType.READ));
      }
    }
    return log;
  }

  private static long tag(OperationType type) {
    return OperationTag.of(type, Outcome.OK, Level.ONE, 0);
  }
}
