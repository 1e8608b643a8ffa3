package org.quorate.core.control;

import java.time.Duration;

/**
 * How much other processes write for each write of this one, from readings of all writes and from
 * this process's own in the time that each covers; what is older counts for half after 30 s.
 *
 * <p>What was known once is only raised, and never lost, by readings that are not complete, or in
 * which this process hardly wrote: that servers do not answer, or that it is others who write now,
 * is no reason to take less for stale. Such a raise ends with what it was for. Pure: times are
 * handed in, in nanoseconds of one clock. Not thread-safe.
 */
final class OthersWrites {
  private static final Duration HALVE_IN = Duration.ofSeconds(30);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Fewer own writes say little about how many those of others are. */
  private static final double ENOUGH = 20;

  private double ownSoFar;
  private double ownBefore = Double.NaN;
  private double own;
  private double all;
  private double known = Double.NaN;
  private double atLeast;
  private long seenAt;
  private long endedAt;
  private boolean endedKnown;

  /** Takes in how many writes this process has completed since it began. */
  void own(double writesSoFar) {
    ownSoFar = writesSoFar;
  }

  /** Takes in a reading; one that is not complete ends what the next one covers. */
  void seen(Traffic traffic) {
    if (!Double.isNaN(ownBefore)) {
      seen(traffic, Math.max(0, ownSoFar - ownBefore));
    }
    ownBefore = ownSoFar;
    endedAt = traffic.takenAtNanos();
    endedKnown = traffic.isKnown();
  }

  private void seen(Traffic traffic, double fresh) {
    double covered = traffic.seconds() * NANOS_PER_SECOND;
    double since = (double) (traffic.takenAtNanos() - endedAt);
    if (since > 0 && !(endedKnown && traffic.isKnown())) {
      // A node that was silent covers more than the own writes are of.
      covered = Math.min(covered, since);
    }
    double written = traffic.writesPerSecond() * covered / NANOS_PER_SECOND;
    if (!traffic.isKnown()) {
      atLeast = Math.max(atLeast, atLeast(written, fresh));
      return;
    }
    // Since the reading before, of those that are known.
    double passed =
        own > 0 ? Math.max(covered, (double) (traffic.takenAtNanos() - seenAt)) : covered;
    double weight = Math.pow(0.5, passed / HALVE_IN.toNanos());
    own = own * weight + fresh;
    all = all * weight + written;
    seenAt = traffic.takenAtNanos();
    if (own < ENOUGH) {
      atLeast = atLeast(all, own);
    } else {
      known = Traffic.withoutOwn(all, own) / own;
      atLeast = 0;
    }
  }

  /** For no fewer own writes than tell anything. */
  private static double atLeast(double written, double ofOwn) {
    return Traffic.withoutOwn(written, ofOwn) / Math.max(ENOUGH, ofOwn);
  }

  /** What was known is over, and the next reading ends nothing. */
  void forget() {
    own = 0;
    all = 0;
    known = Double.NaN;
    atLeast = 0;
    ownBefore = Double.NaN;
  }

  /** At least 0, or NaN where it was never known. */
  double perOwn() {
    return Double.isNaN(known) ? known : Math.max(known, atLeast);
  }
}
