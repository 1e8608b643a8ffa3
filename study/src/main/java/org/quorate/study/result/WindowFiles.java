package org.quorate.study.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.function.Consumer;
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

  /** Takes the service times of one second of a run, in ns; null where nothing succeeded. */
  @FunctionalInterface
  public interface SecondReceiver {
    void accept(int second, @Nullable Histogram reads, @Nullable Histogram writes)
        throws IOException;
  }

  /** Hands on the service times of every second that a run has a window of, in their order. */
  @FunctionalInterface
  public interface ServiceTimes {
    void handTo(SecondReceiver receiver) throws IOException;
  }

  /**
   * Writes both files, second by second; no service times are kept.
   *
   * @param folder of the run
   */
  public static void write(Path folder, RunWindows windows, ServiceTimes times) throws IOException {
    Set<Level> levels = EnumSet.noneOf(Level.class);
    windows.seconds().values().forEach(counts -> levels.addAll(counts.sentReads().keySet()));
    WholeFile.write(
        folder.resolve(COUNTS),
        lines -> {
          lines.write(header(levels).getBytes(StandardCharsets.UTF_8));
          LatencyLog.writeIntervals(
              folder.resolve(TIMES),
              log ->
                  times.handTo(
                      (second, reads, writes) -> {
                        interval(second, reads, READS, log);
                        interval(second, writes, WRITES, log);
                        String line =
                            line(second, windows.between(second, second + 1), levels)
                                + percentiles(reads)
                                + percentiles(writes)
                                + "\n";
                        lines.write(line.getBytes(StandardCharsets.UTF_8));
                      }));
        });
  }

  private static void interval(
      int second, @Nullable Histogram times, String tag, Consumer<Histogram> log) {
    if (times != null) {
      times.setTag(tag);
      times.setStartTimeStamp(second * 1000L);
      times.setEndTimeStamp(second * 1000L + 1000);
      log.accept(times);
    }
  }

  private static String header(Set<Level> levels) {
    StringBuilder text = new StringBuilder(String.join(",", COLUMNS));
    levels.forEach(level -> text.append(',').append(SENT).append(lower(level)));
    return text.append(",read_p50_ns,read_p99_ns,write_p50_ns,write_p99_ns\n").toString();
  }

  private static String line(int second, WindowCounts counts, Set<Level> levels) {
    StringBuilder text = new StringBuilder().append(second).append(',').append(counts.reads());
    text.append(',').append(counts.staleReads()).append(',').append(counts.failedReads());
    text.append(',').append(counts.writes()).append(',').append(counts.failedWrites());
    text.append(',').append(counts.replicaReads());
    levels.forEach(level -> text.append(',').append(counts.sentReads().getOrDefault(level, 0L)));
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
