package org.quorate.power.file;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A meter of the lines of a file. Lines that cannot be read, and such as go back in time, are
 * skipped up to a number; then the meter gives no more.
 */
final class FileMeter implements PowerMeter {
  private static final Logger LOG = LoggerFactory.getLogger(FileMeter.class);
  private static final int LONGEST_QUOTE = 80;

  private final String name;
  private final FileOptions options;
  private final Records records;
  private final Clock clock;
  private final GrowingFile file;
  private Instant last = Instant.MIN;
  private int badLines;
  private @Nullable String firstFault;
  private @Nullable MeterException failure;

  private FileMeter(String name, FileOptions options, Records records, Clock clock) {
    this.name = name;
    this.options = options;
    this.records = records;
    this.clock = clock;
    this.file = new GrowingFile(options.path());
  }

  /** Makes the meaning of lines, from the beginning of the file. */
  @FunctionalInterface
  interface Meaning {
    /**
     * Makes it.
     *
     * @throws MeterException when the file has not what it needs
     */
    Records records() throws MeterException;
  }

  /**
   * Opens a file, and tries its first portion, so that one of another format is refused here.
   *
   * @throws MeterException when it cannot be read
   */
  static FileMeter open(String name, FileOptions options, Meaning meaning, Clock clock)
      throws MeterException {
    FileMeter trial = new FileMeter(name, options, meaning.records(), clock);
    boolean empty = trial.read().isEmpty();
    if (trial.failure != null) {
      throw trial.failure;
    }
    if (empty && trial.firstFault != null) {
      throw new MeterException(
          "The file "
              + options.path()
              + " is not what "
              + name
              + " reads: "
              + trial.firstFault
              + ".");
    }
    FileMeter meter = new FileMeter(name, options, meaning.records(), clock);
    if (options.fromEnd()) {
      meter.file.skipToEnd();
    }
    return meter;
  }

  @Override
  public String name() {
    return name + " " + options.path();
  }

  @Override
  public List<Channel> channels() {
    return records.channels();
  }

  @Override
  public Duration period() {
    return options.period();
  }

  @Override
  public Duration delay() {
    return options.delay();
  }

  @Override
  public List<Reading> read() throws MeterException {
    if (failure != null) {
      throw failure;
    }
    List<Reading> readings = new ArrayList<>();
    try {
      // Portions without any reading, such as other hosts' lines, are passed over.
      List<Line> lines = file.readAppended();
      while (!lines.isEmpty() && failure == null) {
        Instant now = clock.instant();
        for (Line line : lines) {
          if (failure == null) {
            take(line, now, readings);
          }
        }
        lines = readings.isEmpty() ? file.readAppended() : List.of();
      }
    } catch (MeterException e) {
      failure = e;
    }
    if (readings.isEmpty() && failure != null) {
      throw failure;
    }
    return readings;
  }

  private void take(Line line, Instant now, List<Reading> readings) throws MeterException {
    List<Reading> added = new ArrayList<>();
    try {
      records.read(line, now, added);
      for (Reading reading : added) {
        Instant at = reading.stampedAt();
        if (at != null && at.isBefore(last)) {
          throw new UnreadableLine("its time " + at + " lies before the line above");
        }
        last = at == null ? last : at;
      }
      readings.addAll(added);
    } catch (UnreadableLine e) {
      fault(line, String.valueOf(e.getMessage()));
    }
  }

  private void fault(Line line, String reason) {
    badLines++;
    String text = line.text();
    String quote = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
    String where =
        "line " + line.number() + " of " + options.path() + " (" + quote + "): " + reason;
    if (firstFault == null) {
      firstFault = where;
    }
    if (badLines > options.badLines()) {
      failure =
          new MeterException(
              badLines
                  + (badLines == 1 ? " line" : " lines")
                  + " could not be read, the last being "
                  + where
                  + "; correct the options, or allow more with bad-lines=….");
    }
  }

  /** How many lines could not be read. */
  int badLines() {
    return badLines;
  }

  @Override
  public void close() {
    if (badLines > 0) {
      LOG.warn(
          "{} lines of {} could not be read and were skipped, the first being {}",
          badLines,
          options.path(),
          firstFault);
    }
  }
}
