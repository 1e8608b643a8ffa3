package org.quorate.study.result;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Whether every acknowledged write of a run is there once the run is over: each row that was
 * written is read, and its version must be at least that of its newest acknowledged write.
 *
 * @param writes acknowledged
 * @param rows that these were to, and were read
 * @param lost rows whose version is older than their newest acknowledged write, or that are not
 *     there
 * @param unread acknowledged writes, at least, to rows that were not looked at, because these were
 *     too many to remember, or because one of their writes was given up after the request that
 *     carried it had been answered
 * @param examples of the rows that are lost, at most {@value #MOST_EXAMPLES} of each run
 */
public record ReadBackResult(
    long writes, long rows, long lost, long unread, List<LostRow> examples) {
  /** Rows that are named at most. */
  public static final int MOST_EXAMPLES = 20;

  public ReadBackResult {
    examples = List.copyOf(examples);
  }

  /** Those of several runs together, with the examples of each. */
  public static ReadBackResult of(List<ReadBackResult> runs) {
    return new ReadBackResult(
        sum(runs, ReadBackResult::writes),
        sum(runs, ReadBackResult::rows),
        sum(runs, ReadBackResult::lost),
        sum(runs, ReadBackResult::unread),
        runs.stream().flatMap(run -> run.examples().stream()).toList());
  }

  private static long sum(List<ReadBackResult> runs, ToLongFunction<ReadBackResult> number) {
    return runs.stream().mapToLong(number).sum();
  }

  /**
   * A row that does not have its newest acknowledged write.
   *
   * @param key number of the row
   * @param acknowledged version of its newest acknowledged write
   * @param found version that was read; {@link Long#MIN_VALUE} where there is no row
   */
  public record LostRow(long key, long acknowledged, long found) {}
}
