package org.quorate.cassandra.sample;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;

/**
 * Whether reading beside an application slows its own reads. Time is cut into cycles; in the last
 * quarter of each nothing is sent beside the application's reads, though they are timed as before.
 * Each cycle gives a pair of mean times, with and without; when the 95 % interval of the ratio of
 * the pairs lies above {@value #MOST_SLOWDOWN}, the guard says stop, for a pause. It says stop as
 * well when much of what is sent fails. Where nothing is sent beside anybody's reads there is no
 * quiet quarter, and failures alone say stop.
 *
 * <p>Times are handed in, in nanoseconds of one clock. Thread-safe; holds a bounded number of
 * cycles.
 */
final class LatencyGuard {
  /** A ratio that nobody would notice. */
  static final double MOST_SLOWDOWN = 1.05;

  private static final double CONFIDENCE = 0.95;
  private static final int CYCLES = 20;
  private static final int FEWEST_CYCLES = 5;
  private static final int FEWEST_READS = 5;
  private static final int OUTCOMES = 40;
  private static final double MOST_FAILURES = 0.25;

  private final long cycleNanos;
  private final long pauseNanos;
  private final boolean knowsQuiet;
  private final ArrayDeque<double[]> cycles = new ArrayDeque<>();
  private long cycle = Long.MIN_VALUE;
  private double sumBeside;
  private double sumQuiet;
  private long beside;
  private long quiet;
  private int failures;
  private int outcomes;
  private boolean paused;
  private long pausedAt;

  LatencyGuard(Duration cycle, Duration pause) {
    this(cycle, pause, true);
  }

  private LatencyGuard(Duration cycle, Duration pause, boolean knowsQuiet) {
    this.cycleNanos = cycle.toNanos();
    this.pauseNanos = pause.toNanos();
    this.knowsQuiet = knowsQuiet;
  }

  /** Where there are no reads to be slowed: only failures stop it. */
  static LatencyGuard ofFailures(Duration pause) {
    return new LatencyGuard(pause, pause, false);
  }

  /** Whether anything may be sent beside reads now. */
  synchronized boolean mayRead(long now) {
    if (paused && now - pausedAt >= pauseNanos) {
      paused = false;
      cycles.clear();
      outcomes = 0;
      failures = 0;
    }
    return !paused && !isQuiet(now);
  }

  synchronized boolean isPaused() {
    return paused;
  }

  private boolean isQuiet(long now) {
    return knowsQuiet && Math.floorMod(now, cycleNanos) >= cycleNanos / 4 * 3;
  }

  /**
   * One of the application's own reads took so long.
   *
   * @param startedAt when it was sent
   * @return a reason to stop, the moment there is one
   */
  synchronized Optional<String> own(long startedAt, long took) {
    long current = Math.floorDiv(startedAt, cycleNanos);
    Optional<String> reason = Optional.empty();
    if (current != cycle) {
      reason = endCycle(startedAt);
      cycle = current;
    }
    if (isQuiet(startedAt)) {
      quiet++;
      sumQuiet += took;
    } else {
      beside++;
      sumBeside += took;
    }
    return reason;
  }

  private Optional<String> endCycle(long now) {
    if (!paused && beside >= FEWEST_READS && quiet >= FEWEST_READS) {
      cycles.addLast(new double[] {sumBeside / beside, sumQuiet / quiet});
      if (cycles.size() > CYCLES) {
        cycles.removeFirst();
      }
    }
    beside = 0;
    quiet = 0;
    sumBeside = 0;
    sumQuiet = 0;
    if (paused || cycles.size() < FEWEST_CYCLES) {
      return Optional.empty();
    }
    List<Double> with = new ArrayList<>();
    List<Double> without = new ArrayList<>();
    for (double[] pair : cycles) {
      with.add(pair[0]);
      without.add(pair[1]);
    }
    Optional<Interval> interval =
        PairedLogRatio.ifPositive(without, with, CONFIDENCE).flatMap(PairedLogRatio::interval);
    if (interval.isEmpty() || interval.get().low() <= MOST_SLOWDOWN) {
      return Optional.empty();
    }
    pause(now);
    return Optional.of(
        String.format(
            java.util.Locale.ROOT,
            "The application's own reads took %.0f to %.0f %% longer while rows were read beside"
                + " them, so that was stopped for a while.",
            100 * (interval.get().low() - 1),
            100 * (interval.get().high() - 1)));
  }

  /**
   * A pair has ended.
   *
   * @return a reason to stop, the moment there is one
   */
  synchronized Optional<String> ended(long now, boolean ok) {
    outcomes++;
    failures += ok ? 0 : 1;
    if (outcomes < OUTCOMES) {
      return Optional.empty();
    }
    boolean tooMany = failures > outcomes * MOST_FAILURES;
    int failed = failures;
    outcomes = 0;
    failures = 0;
    if (!tooMany || paused) {
      return Optional.empty();
    }
    pause(now);
    return Optional.of(
        failed
            + " of the last "
            + OUTCOMES
            + " pairs of reads failed, so no more are sent for a while.");
  }

  private void pause(long now) {
    paused = true;
    pausedAt = now;
  }
}
