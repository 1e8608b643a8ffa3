package org.quorate.study.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
        stream -> {
          Writer text = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
          CsvWriter csv = CsvLines.to(text).writeRecord(header(levels));
          LatencyLog.writeIntervals(
              folder.resolve(TIMES),
              log ->
                  times.handTo(
                      (second, reads, writes) -> {
                        interval(second, reads, READS, log);
                        interval(second, writes, WRITES, log);
                        WindowCounts counts = windows.between(second, second + 1);
                        CsvWriter unused =
                            csv.writeRecord(line(second, counts, levels, reads, writes));
                      }));
          text.flush();
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

  private static List<String> header(Set<Level> levels) {
    List<String> columns = new ArrayList<>(COLUMNS);
    levels.forEach(level -> columns.add(SENT + lower(level)));
    columns.addAll(List.of("read_p50_ns", "read_p99_ns", "write_p50_ns", "write_p99_ns"));
    return columns;
  }

  private static List<String> line(
      int second,
      WindowCounts counts,
      Set<Level> levels,
      @Nullable Histogram reads,
      @Nullable Histogram writes) {
    Stream<Long> numbers =
        Stream.concat(
            Stream.of(
                (long) second,
                counts.reads(),
                counts.staleReads(),
                counts.failedReads(),
                counts.writes(),
                counts.failedWrites(),
                counts.replicaReads()),
            levels.stream().map(level -> counts.sentReads().getOrDefault(level, 0L)));
    return Stream.of(numbers.map(String::valueOf), percentiles(reads), percentiles(writes))
        .flatMap(fields -> fields)
        .toList();
  }

  private static Stream<String> percentiles(@Nullable Histogram times) {
    return times == null
        ? Stream.of("", "")
        : Stream.of(50, 99).map(share -> String.valueOf(times.getValueAtPercentile(share)));
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
    CsvLines csv = CsvLines.read(file);
    try {
      List<String> header = csv.header();
      int[] at = COLUMNS.stream().mapToInt(header::indexOf).toArray();
      Map<Level, Integer> levels = new EnumMap<>(Level.class);
      for (Level level : Level.values()) {
        int column = header.indexOf(SENT + lower(level));
        if (column >= 0) {
          levels.put(level, column);
        }
      }
      SortedMap<Integer, WindowCounts> seconds = new TreeMap<>();
      for (List<String> fields : csv.lines()) {
        Map<Level, Long> sent = new EnumMap<>(Level.class);
        levels.forEach((level, column) -> sent.put(level, Long.parseLong(fields.get(column))));
        sent.values().removeIf(count -> count == 0);
        seconds.put(
            Integer.parseInt(fields.get(at[0])),
            new WindowCounts(
                Long.parseLong(fields.get(at[1])),
                Long.parseLong(fields.get(at[2])),
                Long.parseLong(fields.get(at[3])),
                Long.parseLong(fields.get(at[4])),
                Long.parseLong(fields.get(at[5])),
                sent,
                Long.parseLong(fields.get(at[6]))));
      }
      return new RunWindows(seconds);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException(file + " does not hold the windows of a run", e);
    }
  }
}
