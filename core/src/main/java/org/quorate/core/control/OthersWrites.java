package org.quorate.core.control;

import java.time.Duration;

/**
 * How much other processes write for each write of this one, from readings of all writes and from
 * this process's own in the time that each covers; what is older counts for half after 30 s, and 90
 * s after the last known reading nothing is known. Pure: times are handed in, in nanoseconds of one
 * clock. Not thread-safe.
 */
final class OthersWrites {
  private static final Duration HALVE_IN = Duration.ofSeconds(30);
  private static final Duration KNOWN_FOR = Duration.ofSeconds(90);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Fewer own writes say little about how many those of others are. */
  private static final double ENOUGH = 20;

  private double ownSoFar;
  private double ownBefore = Double.NaN;
  private double own;
  private double all;
  private long seenAt;

  /** Takes in how many writes this process has completed since it began. */
  void own(double writesSoFar) {
    ownSoFar = writesSoFar;
  }

  /** Takes in a reading; one that is not complete ends what the next one covers. */
  void seen(Traffic traffic) {
    if (traffic.isKnown() && !Double.isNaN(ownBefore)) {
      // Since the reading before, of those that are known.
      double passed = traffic.seconds() * NANOS_PER_SECOND;
      if (own > 0) {
        passed = Math.max(passed, (double) (traffic.takenAtNanos() - seenAt));
      }
      double weight = Math.pow(0.5, passed / HALVE_IN.toNanos());
      own = own * weight + Math.max(0, ownSoFar - ownBefore);
      all = all * weight + traffic.writesPerSecond() * traffic.seconds();
      seenAt = traffic.takenAtNanos();
    }
    ownBefore = ownSoFar;
  }

  /** What was known is over, and the next reading ends nothing. */
  void forget() {
    own = 0;
    all = 0;
    ownBefore = Double.NaN;
  }

  /** At least 0, or NaN where it is not known. */
  double perOwn(long nowNanos) {
    boolean isOver = nowNanos - seenAt > KNOWN_FOR.toNanos();
    return isOver || own < ENOUGH ? Double.NaN : Traffic.withoutOwn(all, own) / own;
  }
}
