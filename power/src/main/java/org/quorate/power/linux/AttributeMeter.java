package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
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

/**
 * Reads files of the kernel that hold microjoules or microwatts. A file that is gone, holds no
 * number or a negative one gives a missing reading; when all do, the reading fails.
 *
 * @param remedy what to do where they may not be read, a sentence
 */
record AttributeMeter(
    String name, List<CounterFile> sources, Attributes attributes, Clock clock, String remedy)
    implements PowerMeter {
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final double MILLION = 1e6;

  AttributeMeter {
    sources = List.copyOf(sources);
  }

  @Override
  public List<Channel> channels() {
    return sources.stream().map(CounterFile::channel).toList();
  }

  @Override
  public Duration period() {
    return PERIOD;
  }

  @Override
  public List<Reading> read() throws MeterException {
    List<Reading> readings = new ArrayList<>(sources.size());
    Path unreadable = null;
    IOException cause = null;
    for (int i = 0; i < sources.size(); i++) {
      Path file = sources.get(i).file();
      double value = Double.NaN;
      try {
        value = value(attributes.read(file));
      } catch (IOException e) {
        unreadable = file;
        cause = e;
      }
      Instant now = clock.instant();
      readings.add(Double.isNaN(value) ? Reading.missing(i, now) : Reading.received(i, now, value));
    }
    if (readings.stream().allMatch(Reading::isMissing)) {
      throw nothing(unreadable, cause);
    }
    return readings;
  }

  /** Joules or watts of a text of millionths; NaN where it is no number of at least zero. */
  private static double value(String text) {
    try {
      long millionths = Long.parseLong(text);
      return millionths < 0 ? Double.NaN : millionths / MILLION;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private MeterException nothing(@Nullable Path unreadable, @Nullable IOException cause) {
    if (unreadable == null || cause == null) {
      return new MeterException(
          "The meter " + name + " gives no number in " + sources.get(0).file() + ".");
    }
    String reason =
        cause instanceof AccessDeniedException
            ? "may not be read by this user. " + remedy
            : "cannot be read any more (" + cause.getClass().getSimpleName() + ").";
    return new MeterException("The file " + unreadable + " " + reason, cause);
  }

  @Override
  public void close() {
    // Files are opened for each reading, as the kernel makes their values when they are opened.
  }
}
