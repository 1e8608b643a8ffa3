package org.quorate.study.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.HistoryReader;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.TimeLine;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;

/**
 * Counts the operations of one run in windows of one second, by the instant of invocation on the
 * run's own clock. Which reads were stale it is told, since that takes more than one run's history.
 * Memory grows with the seconds of the run alone: some kilobytes for each.
 *
 * @param reads service times of successful reads by second, in ns, to two digits
 * @param writes of successful writes, likewise
 */
public record WindowCounter(
    RunWindows windows, SortedMap<Integer, Histogram> reads, SortedMap<Integer, Histogram> writes) {
  private static final long SECOND = 1_000_000_000L;
  private static final int DIGITS = 2;

  /**
   * Counts a run.
   *
   * @param startNanos when the run began, on the history's clock
   * @param replicas how many replicas a read at a level asks
   * @param judged the run's time line, in buckets of one second from {@code startNanos}; null where
   *     no read was judged
   * @throws IOException if the history cannot be read
   * @throws IllegalArgumentException if the time line is of other buckets
   */
  public static WindowCounter count(
      Path history, long startNanos, ToIntFunction<Level> replicas, @Nullable TimeLine judged)
      throws IOException {
    SortedMap<Integer, Tally> tallies = new TreeMap<>();
    try (HistoryInput input =
        HistoryInput.open(history, HistoryCheckOptions.defaults().maxTextBytes())) {
      HistoryReader reader = new HistoryReader(input, history.toString(), false);
      while (reader.next()) {
        int second = (int) Math.floorDiv(reader.invokeNanos() - startNanos, SECOND);
        tallies.computeIfAbsent(second, any -> new Tally()).add(reader);
      }
    }
    if (judged != null) {
      addStale(tallies, judged, startNanos);
    }
    SortedMap<Integer, WindowCounts> windows = new TreeMap<>();
    SortedMap<Integer, Histogram> reads = new TreeMap<>();
    SortedMap<Integer, Histogram> writes = new TreeMap<>();
    tallies.forEach(
        (second, tally) -> {
          windows.put(second, tally.counts(replicas));
          tally.put(second, tally.readTimes, reads);
          tally.put(second, tally.writeTimes, writes);
        });
    return new WindowCounter(new RunWindows(windows), reads, writes);
  }

  private static void addStale(
      SortedMap<Integer, Tally> tallies, TimeLine judged, long startNanos) {
    long offset = judged.startNanos() - startNanos;
    if (judged.bucketNanos() != SECOND || offset % SECOND != 0) {
      throw new IllegalArgumentException("The time line is not one of the run's own seconds.");
    }
    for (int bucket = 0; bucket < judged.buckets(); bucket++) {
      if (judged.staleReads(bucket) > 0) {
        tallies.computeIfAbsent((int) (offset / SECOND) + bucket, any -> new Tally()).staleReads =
            judged.staleReads(bucket);
      }
    }
  }

  /** Counts one second. */
  private static final class Tally {
    private long reads;
    private long staleReads;
    private long failedReads;
    private long writes;
    private long failedWrites;
    private final Map<Level, Long> sentReads = new EnumMap<>(Level.class);
    private final Histogram readTimes = new PackedHistogram(DIGITS);
    private final Histogram writeTimes = new PackedHistogram(DIGITS);

    void add(HistoryReader operation) {
      boolean ok = operation.outcome() == Outcome.OK;
      if (operation.type() == OperationType.READ) {
        sentReads.merge(operation.level(), 1L, Long::sum);
        reads += ok ? 1 : 0;
        failedReads += ok ? 0 : 1;
      } else {
        writes += ok ? 1 : 0;
        failedWrites += ok ? 0 : 1;
      }
      if (ok && operation.completeNanos() != HistoryFormat.NEVER) {
        (operation.type() == OperationType.READ ? readTimes : writeTimes)
            .recordValue(Math.max(0, operation.completeNanos() - operation.invokeNanos()));
      }
    }

    WindowCounts counts(ToIntFunction<Level> replicas) {
      long asked = 0;
      for (Map.Entry<Level, Long> sent : sentReads.entrySet()) {
        asked += sent.getValue() * replicas.applyAsInt(sent.getKey());
      }
      return new WindowCounts(
          reads, staleReads, failedReads, writes, failedWrites, sentReads, asked);
    }

    void put(int second, Histogram times, SortedMap<Integer, Histogram> target) {
      if (times.getTotalCount() > 0) {
        target.put(second, times);
      }
    }
  }
}
