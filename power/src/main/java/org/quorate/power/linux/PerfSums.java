package org.quorate.power.linux;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Reading;

/**
 * Adds perf's intervals up to counters. The counters begin at zero when perf began, which is known
 * from its first line. An interval that perf did not count leaves a hole that no later value could
 * make good, so such a counter gives nothing but missing readings from there on. Not thread-safe.
 */
final class PerfSums {
  /** Older readings are dropped where nobody reads; sums lose nothing by that. */
  private static final int LONGEST = 4096;

  private final List<String> events;
  private final double[] sums;
  private final boolean[] supported;
  private final boolean[] seen;
  private final ArrayDeque<Reading> readings = new ArrayDeque<>();
  private @Nullable Instant began;

  /** Sums of these events, all at zero. */
  PerfSums(List<String> events) {
    this.events = List.copyOf(events);
    this.sums = new double[events.size()];
    this.supported = new boolean[events.size()];
    this.seen = new boolean[events.size()];
    Arrays.fill(supported, true);
  }

  /** Takes one interval's line. */
  void add(PerfLine line, Instant receivedAt) {
    int channel = events.indexOf(line.event());
    if (channel < 0) {
      return;
    }
    Duration time = Duration.ofNanos(Math.round(line.seconds() * 1e9));
    Instant start = began;
    if (start == null) {
      start = receivedAt.minus(time);
      began = start;
      for (int i = 0; i < sums.length; i++) {
        keep(new Reading(i, start, receivedAt, 0));
      }
    }
    seen[channel] = true;
    supported[channel] &= line.supported();
    sums[channel] += line.joules().orElse(Double.NaN);
    keep(new Reading(channel, start.plus(time), receivedAt, sums[channel]));
  }

  private void keep(Reading reading) {
    if (readings.size() == LONGEST) {
      readings.removeFirst();
    }
    readings.addLast(reading);
  }

  /** Whether every event has had a line. */
  boolean isComplete() {
    for (boolean event : seen) {
      if (!event) {
        return false;
      }
    }
    return true;
  }

  /** What perf said it does not support. */
  List<String> unsupported() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < supported.length; i++) {
      if (!supported[i]) {
        names.add(events.get(i));
      }
    }
    return names;
  }

  /** The readings since the last call. */
  List<Reading> take() {
    List<Reading> taken = List.copyOf(readings);
    readings.clear();
    return taken;
  }
}
