package org.quorate.cli.console;

import java.util.Locale;

/** Lengths of time as a person would say them. Pure. */
public final class TimeText {
  private static final double NANOS_PER_SECOND = 1e9;

  private TimeText() {}

  /** Such as {@code 7 s}, {@code 3 min 05 s}, {@code 1 h 02 min}; rounded to the nearest second. */
  public static String ofNanos(long nanos) {
    long seconds = Math.round(nanos / NANOS_PER_SECOND);
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds % 3600 / 60);
  }
}
