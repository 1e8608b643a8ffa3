package org.quorate.study.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.study.io.WholeFile;

/**
 * The windows of one run in files: {@code windows.csv} with a line for each second in which
 * something was sent, and {@code windows.hlog}, an HdrHistogram interval log with the service times
 * of these seconds. Stateless.
 */
public final class WindowFiles {
  /** Counts and percentiles, second by second. */
  public static final String COUNTS = "windows.csv";

  /** Service times, second by second. */
  public static final String TIMES = "windows.hlog";

  /** Tag of the service times of reads that succeeded. */
  public static final String READS = LatencyLog.service("READ");

  /** Tag of the service times of writes that succeeded. */
  public static final String WRITES = LatencyLog.service("WRITE");

  private static final List<String> COLUMNS =
      List.of(
          "second",
          "reads",
          "stale_reads",
          "failed_reads",
          "writes",
          "failed_writes",
          "replica_reads_asked");
  private static final String SENT = "reads_sent_at_";

  private WindowFiles() {}

  /**
   * Writes both files.
   *
   * @param folder of the run
   * @param reads service times by second, of successful reads; in ns
   * @param writes of successful writes, likewise
   */
  public static void write(
      Path folder,
      RunWindows windows,
      SortedMap<Integer, Histogram> reads,
      SortedMap<Integer, Histogram> writes)
      throws IOException {
    SortedMap<Integer, List<Histogram>> intervals = new TreeMap<>();
    reads.forEach(
        (second, times) -> intervals.put(second, List.of(interval(second, times, READS))));
    writes.forEach(
        (second, times) ->
            intervals.merge(
                second,
                List.of(interval(second, times, WRITES)),
                (before, more) -> List.of(before.get(0), more.get(0))));
    LatencyLog.writeIntervals(
        folder.resolve(TIMES), intervals.values().stream().flatMap(List::stream).toList());
    WholeFile.write(folder.resolve(COUNTS), text(windows, reads, writes));
  }

  private static Histogram interval(int second, Histogram times, String tag) {
    times.setTag(tag);
    times.setStartTimeStamp(second * 1000L);
    times.setEndTimeStamp(second * 1000L + 1000);
    return times;
  }

  private static String text(
      RunWindows windows,
      SortedMap<Integer, Histogram> reads,
      SortedMap<Integer, Histogram> writes) {
    Set<Level> levels = EnumSet.noneOf(Level.class);
    windows.seconds().values().forEach(counts -> levels.addAll(counts.sentReads().keySet()));
    StringBuilder text = new StringBuilder(String.join(",", COLUMNS));
    levels.forEach(level -> text.append(',').append(SENT).append(lower(level)));
    text.append(",read_p50_ns,read_p99_ns,write_p50_ns,write_p99_ns\n");
    windows
        .seconds()
        .forEach(
            (second, counts) -> {
              text.append(second).append(',').append(counts.reads());
              text.append(',').append(counts.staleReads()).append(',').append(counts.failedReads());
              text.append(',').append(counts.writes()).append(',').append(counts.failedWrites());
              text.append(',').append(counts.replicaReads());
              levels.forEach(
                  level -> text.append(',').append(counts.sentReads().getOrDefault(level, 0L)));
              text.append(percentiles(reads.get(second))).append(percentiles(writes.get(second)));
              text.append('\n');
            });
    return text.toString();
  }

  private static String percentiles(@Nullable Histogram times) {
    return times == null
        ? ",,"
        : "," + times.getValueAtPercentile(50) + "," + times.getValueAtPercentile(99);
  }

  private static String lower(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #COUNTS}.
   *
   * @throws IOException if it cannot be read, or is no such file
   */
  public static RunWindows read(Path folder) throws IOException {
    Path file = folder.resolve(COUNTS);
    List<String> lines = Files.readAllLines(file);
    try {
      List<String> header = List.of(lines.get(0).split(",", -1));
      int[] at = COLUMNS.stream().mapToInt(header::indexOf).toArray();
      Map<Level, Integer> levels = new EnumMap<>(Level.class);
      for (Level level : Level.values()) {
        int column = header.indexOf(SENT + lower(level));
        if (column >= 0) {
          levels.put(level, column);
        }
      }
      SortedMap<Integer, WindowCounts> seconds = new TreeMap<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] fields = line.split(",", -1);
        Map<Level, Long> sent = new EnumMap<>(Level.class);
        levels.forEach((level, column) -> sent.put(level, Long.parseLong(fields[column])));
        sent.values().removeIf(count -> count == 0);
        seconds.put(
            Integer.parseInt(fields[at[0]]),
            new WindowCounts(
                Long.parseLong(fields[at[1]]),
                Long.parseLong(fields[at[2]]),
                Long.parseLong(fields[at[3]]),
                Long.parseLong(fields[at[4]]),
                Long.parseLong(fields[at[5]]),
                sent,
                Long.parseLong(fields[at[6]])));
      }
      return new RunWindows(seconds);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException(file + " does not hold the windows of a run", e);
    }
  }
}
