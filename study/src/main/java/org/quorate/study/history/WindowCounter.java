package org.quorate.study.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
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
import org.quorate.study.result.WindowFiles;

/**
 * Counts the operations of one run in windows of one second, by the instant of invocation on the
 * run's own clock. Which reads were stale it is told, since that takes more than one run's history.
 *
 * <p>Of each second its counts are held, some 0.3 kB, as by whoever reads {@code windows.csv}. The
 * service times of a second take 2 kB for reads and as much for writes (measured, at 350 to 3,000
 * operations per second); they are held for twice {@link #MOST_SECONDS} at most, 60 MB. Of a run
 * that is longer the history is read again for each further span, since its lines may have any
 * order: for a day eleven times, at a minute or so for each hundred million lines. Immutable.
 */
public final class WindowCounter {
  /** Seconds of a span: service times are held for the first and for one further. */
  static final int MOST_SECONDS = 7_200;

  private static final long SECOND = 1_000_000_000L;
  private static final int DIGITS = 2;

  private final List<Path> histories;
  private final long startNanos;
  private final int span;
  private final RunWindows windows;

  /** The service times of the first span, which most runs do not outlast. */
  private final Map<Integer, Times> first;

  private WindowCounter(
      List<Path> histories,
      long startNanos,
      int span,
      RunWindows windows,
      Map<Integer, Times> first) {
    this.histories = List.copyOf(histories);
    this.startNanos = startNanos;
    this.span = span;
    this.windows = windows;
    this.first = first;
  }

  /**
   * Counts a run.
   *
   * @param histories of the run, one or several
   * @param startNanos when the run began, on the histories' clock
   * @param replicas how many replicas a read at a level asks
   * @param judged the run's time line, in buckets of one second from {@code startNanos}; null where
   *     no read was judged
   * @throws IOException if the history cannot be read
   * @throws IllegalArgumentException if the time line is of other buckets
   */
  public static WindowCounter count(
      List<Path> histories,
      long startNanos,
      ToIntFunction<Level> replicas,
      @Nullable TimeLine judged)
      throws IOException {
    return count(histories, startNanos, replicas, judged, MOST_SECONDS);
  }

  /**
   * Counts a run.
   *
   * @param span seconds whose service times are held at once, at least 1
   */
  static WindowCounter count(
      List<Path> histories,
      long startNanos,
      ToIntFunction<Level> replicas,
      @Nullable TimeLine judged,
      int span)
      throws IOException {
    SortedMap<Integer, Tally> tallies = new TreeMap<>();
    Map<Integer, Times> first = new HashMap<>();
    read(
        histories,
        startNanos,
        (operation, second) -> {
          tallies.computeIfAbsent(second, any -> new Tally()).add(operation);
          if (second >= 0 && second < span) {
            first.computeIfAbsent(second, any -> new Times()).add(operation);
          }
        });
    if (judged != null) {
      addStale(tallies, judged, startNanos);
    }
    SortedMap<Integer, WindowCounts> windows = new TreeMap<>();
    tallies.forEach((second, tally) -> windows.put(second, tally.counts(replicas)));
    return new WindowCounter(histories, startNanos, span, new RunWindows(windows), first);
  }

  private static void read(
      List<Path> histories, long startNanos, ObjIntConsumer<HistoryReader> receiver)
      throws IOException {
    for (Path history : histories) {
      read(history, startNanos, receiver);
    }
  }

  private static void read(Path history, long startNanos, ObjIntConsumer<HistoryReader> receiver)
      throws IOException {
    try (HistoryInput input =
        HistoryInput.open(history, HistoryCheckOptions.defaults().maxTextBytes())) {
      HistoryReader reader = new HistoryReader(input, history.toString(), false);
      while (reader.next()) {
        receiver.accept(reader, (int) Math.floorDiv(reader.invokeNanos() - startNanos, SECOND));
      }
    }
  }

  /** What was counted, second by second. */
  public RunWindows windows() {
    return windows;
  }

  /**
   * Hands on the service times of every window, to two digits.
   *
   * @throws IOException if the history cannot be read again
   */
  public void times(WindowFiles.SecondReceiver receiver) throws IOException {
    SortedMap<Integer, WindowCounts> left = windows.seconds();
    while (!left.isEmpty()) {
      int from = Math.floorDiv(left.firstKey(), span) * span;
      Map<Integer, Times> times = from == 0 ? first : times(from);
      for (int second : left.headMap(from + span).keySet()) {
        Times ofSecond = times.getOrDefault(second, Times.NONE);
        receiver.accept(second, filled(ofSecond.reads), filled(ofSecond.writes));
      }
      left = left.tailMap(from + span);
    }
  }

  private Map<Integer, Times> times(int from) throws IOException {
    Map<Integer, Times> times = new HashMap<>();
    read(
        histories,
        startNanos,
        (operation, second) -> {
          if (second >= from && second < from + span) {
            times.computeIfAbsent(second, any -> new Times()).add(operation);
          }
        });
    return times;
  }

  static Histogram emptyTimes() {
    return new PackedHistogram(DIGITS);
  }

  private static @Nullable Histogram filled(Histogram times) {
    return times.getTotalCount() == 0 ? null : times;
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
    }

    WindowCounts counts(ToIntFunction<Level> replicas) {
      long asked = 0;
      for (Map.Entry<Level, Long> sent : sentReads.entrySet()) {
        asked += sent.getValue() * replicas.applyAsInt(sent.getKey());
      }
      return new WindowCounts(
          reads, staleReads, failedReads, writes, failedWrites, sentReads, asked);
    }
  }

  /** Service times of one second's successful operations, in ns. */
  private static final class Times {
    static final Times NONE = new Times();

    private final Histogram reads = emptyTimes();
    private final Histogram writes = emptyTimes();

    void add(HistoryReader operation) {
      if (operation.outcome() == Outcome.OK && operation.completeNanos() != HistoryFormat.NEVER) {
        (operation.type() == OperationType.READ ? reads : writes)
            .recordValue(Math.max(0, operation.completeNanos() - operation.invokeNanos()));
      }
    }
  }
}
