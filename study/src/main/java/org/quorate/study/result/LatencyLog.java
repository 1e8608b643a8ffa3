package org.quorate.study.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.quorate.study.io.WholeFile;

/**
 * The latency distributions of one run: an HdrHistogram interval log (version 1.3, payloads in V2)
 * with one histogram per tag, in nanoseconds. Tags are {@link #response}, {@link #service}, {@link
 * #LAG}, of deferred writes {@link #ACKNOWLEDGED} and {@link #VISIBLE}, and of a load whose rate
 * changes in steps {@link #phase}. Any HdrHistogram tool reads it. Stateless.
 */
public final class LatencyLog {
  /** Name of the file in a run's folder. */
  public static final String FILE_NAME = "latency.hlog";

  /** Tag of the schedule lag of all operations. */
  public static final String LAG = "lag";

  /** Tag of the time from the acceptance of a deferred write until a server acknowledged it. */
  public static final String ACKNOWLEDGED = "write-acknowledged";

  /** Tag of the time from the acceptance of a deferred write until another client saw it. */
  public static final String VISIBLE = "write-visible";

  /** Tag of the t-staleness of stale reads, in a log of its own. */
  public static final String T_STALENESS = "t-staleness";

  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  private LatencyLog() {}

  /** Tag of the response times of one kind of operation, such as {@code READ-response}. */
  public static String response(String kind) {
    return kind + "-response";
  }

  /**
   * Tag of the response times of what was due during one step of the load, such as {@code
   * phase-2-READ-response}.
   *
   * @param number of the step, from 1
   */
  public static String phase(int number, String kind) {
    return "phase-" + number + "-" + response(kind);
  }

  /** Tag of the service times of one kind of operation. */
  public static String service(String kind) {
    return kind + "-service";
  }

  /**
   * Writes a log, whole or not at all. Start and end times that the histograms carry are kept.
   *
   * @param histograms by tag, in the order they shall have; tags without comma, space or line break
   */
  public static void write(Path file, Map<String, Histogram> histograms) throws IOException {
    writeIntervals(
        file,
        log ->
            histograms.forEach(
                (tag, histogram) -> {
                  Histogram tagged = histogram.copy();
                  tagged.setStartTimeStamp(start(histogram));
                  tagged.setEndTimeStamp(Math.max(start(histogram), histogram.getEndTimeStamp()));
                  tagged.setTag(tag);
                  log.accept(tagged);
                }));
  }

  /** Hands intervals to a log in the order they shall have: with tags, and start and end in ms. */
  @FunctionalInterface
  public interface Intervals {
    void writeTo(Consumer<Histogram> log) throws IOException;
  }

  /** Writes a log, whole or not at all; none of the intervals is kept. */
  public static void writeIntervals(Path file, Intervals intervals) throws IOException {
    WholeFile.write(
        file,
        stream -> {
          PrintStream text = new PrintStream(stream, false, StandardCharsets.UTF_8);
          HistogramLogWriter writer = new HistogramLogWriter(text);
          writer.outputLogFormatVersion();
          writer.outputComment("[Times are in nanoseconds; the legend's maximum is in ms.]");
          writer.outputLegend();
          intervals.writeTo(
              interval ->
                  writer.outputIntervalHistogram(
                      interval.getStartTimeStamp() / 1000.0,
                      interval.getEndTimeStamp() / 1000.0,
                      interval,
                      NANOSECONDS_PER_MILLISECOND));
          text.flush();
          if (text.checkError()) {
            throw new IOException("The latency log could not be written.");
          }
        });
  }

  /**
   * Reads a log that {@link #write} or another HdrHistogram writer made; intervals of the same tag
   * are added up.
   *
   * @return histograms by tag, in the order of the file
   */
  public static Map<String, Histogram> read(Path file) throws IOException {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    readIntervals(
        file,
        histogram -> {
          String tag = histogram.getTag() == null ? "" : histogram.getTag();
          Histogram sum = histograms.get(tag);
          if (sum == null) {
            histogram.setAutoResize(true);
            histograms.put(tag, histogram);
          } else {
            sum.add(histogram);
          }
        });
    return histograms;
  }

  /** Reads a log interval by interval, in the order of the file; start and end are in ms. */
  public static void readIntervals(Path file, Consumer<Histogram> receiver) throws IOException {
    try (InputStream stream = Files.newInputStream(file);
        HistogramLogReader reader = new HistogramLogReader(stream)) {
      EncodableHistogram next;
      while ((next = reader.nextIntervalHistogram()) != null) {
        if (next instanceof Histogram histogram) {
          receiver.accept(histogram);
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(file + " is not an HdrHistogram log: " + e.getMessage(), e);
    }
  }

  /** An unset start is Long.MAX_VALUE. */
  private static long start(Histogram histogram) {
    return histogram.getStartTimeStamp() == Long.MAX_VALUE ? 0 : histogram.getStartTimeStamp();
  }
}
