package org.quorate.cli.agent;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.quorate.cli.console.TimeText;
import org.quorate.cli.observe.NodeSources;

/**
 * Whether a cluster answers, by the time of the last reading; that it went away and came back is
 * told once each, and each reason once. Times are nanoseconds, as {@link System#nanoTime()}, handed
 * in. Thread-safe.
 */
final class Presence {
  /** A reading that is older than so many intervals is none, nor than {@link #patience()}. */
  private static final int PATIENT_INTERVALS = 3;

  /** After so many more the connection is made anew: the nodes may have other addresses by now. */
  private static final int LOST_INTERVALS = 12;

  private static final Duration SHORTEST_LOSS = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** Of one absence: a reason may have a number in it that is another each time. */
  static final int MOST_REASONS = 20;

  private static final String SILENCE = "No node has given a reading";

  private final long interval;
  private final long patience;
  private final Set<String> reasons = new HashSet<>();
  private long lookingSince;
  private long lastReading;
  private boolean hasReading;
  private boolean isAway;
  private long awaySince;
  private String awayBecause = "";
  private int failures;

  /**
   * @param keyspaces that are looked at in turn, each of which a node that is silent holds up
   */
  Presence(Duration interval, int keyspaces, long now) {
    this.interval = interval.toNanos();
    this.patience =
        Math.max(
            PATIENT_INTERVALS * this.interval,
            keyspaces * NodeSources.PATIENCE.toNanos() + this.interval);
    this.lookingSince = now;
  }

  /** How long a reading counts, for people. */
  String patience() {
    return TimeText.ofNanos(patience);
  }

  /** A connection was made. */
  synchronized void connected(long now) {
    lookingSince = now;
  }

  /** There is a reading; says that the cluster is back, where it was away. */
  synchronized Optional<String> answered(long now) {
    hasReading = true;
    lastReading = now;
    return back(now);
  }

  /**
   * There is no reading, but a node has answered, and what is to be read is not there or not
   * allowed; says that the cluster is back, where it was away.
   */
  synchronized Optional<String> reached(long now) {
    lookingSince = now;
    return back(now);
  }

  private Optional<String> back(long now) {
    failures = 0;
    boolean wasAway = isAway;
    isAway = false;
    reasons.clear();
    return wasAway
        ? Optional.of("The cluster answers again, after " + TimeText.ofNanos(now - awaySince) + ".")
        : Optional.empty();
  }

  /** There is no reading; says that the cluster is away, once that has lasted. */
  synchronized Optional<String> silent(long now) {
    long quiet = now - quietSince();
    return quiet < patience
        ? Optional.empty()
        : away(now, SILENCE + ".", SILENCE + " for " + TimeText.ofNanos(quiet) + ".");
  }

  /** The cluster cannot be connected to, or not be read; says so, where that is news. */
  synchronized Optional<String> failed(long now, String why) {
    return away(now, why, why);
  }

  private Optional<String> away(long now, String reason, String sentence) {
    awayBecause = reason;
    if (reasons.size() >= MOST_REASONS || !reasons.add(reason)) {
      return Optional.empty();
    }
    boolean isNews = !isAway;
    if (isNews) {
      isAway = true;
      awaySince = now;
    }
    return Optional.of(
        (isNews ? "The cluster is away: " : "The cluster is still away: ")
            + sentence
            + " It is tried again until it answers.");
  }

  /**
   * That the cluster is away.
   *
   * @param nanos for how long
   * @param why one sentence, the same while it is for the same reason
   */
  record Absence(long nanos, String why) {}

  /** Whether the cluster is away, as was told; empty while it is not. */
  synchronized Optional<Absence> absence(long now) {
    return isAway ? Optional.of(new Absence(now - awaySince, awayBecause)) : Optional.empty();
  }

  /** Whether the connection is to be made anew. */
  synchronized boolean isLost(long now) {
    long longest = Math.max(LOST_INTERVALS * interval, 2 * patience);
    return now - quietSince() >= Math.max(longest, SHORTEST_LOSS.toNanos());
  }

  /** How long to wait before the next connection: 1 s at first, then twice as long up to 1 min. */
  synchronized Duration pause() {
    Duration pause = Duration.ofSeconds(1L << Math.min(failures, 6));
    failures++;
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  /** Whether there is a reading that is young enough. */
  synchronized boolean isReady(long now) {
    return readyFor(now).isPresent();
  }

  /** How long the last reading goes on to count; empty where there is none that does. */
  synchronized Optional<Duration> readyFor(long now) {
    long left = patience - (now - lastReading);
    return hasReading && left > 0 ? Optional.of(Duration.ofNanos(left)) : Optional.empty();
  }

  /** The age of the last reading in seconds; NaN before the first. */
  synchronized double age(long now) {
    return hasReading ? (now - lastReading) / 1e9 : Double.NaN;
  }

  private long quietSince() {
    return hasReading && lastReading - lookingSince > 0 ? lastReading : lookingSince;
  }
}
