package org.quorate.hbase.deferral;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.quorate.core.deferral.DeferralDecision;
import org.quorate.core.deferral.DeferralObservation;
import org.quorate.core.deferral.DeferralPolicy;
import org.quorate.core.deferral.FlushCosts;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.setting.FlushSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long writes wait and how large flushes are now: tells the policy what was measured, a few
 * times within the bound, and keeps its decision, within what the bound and the settings allow.
 * Flushes may be told of by any thread, decisions are made by one; what was decided last is read
 * without a lock.
 */
final class Pace {
  private static final Logger LOG = LoggerFactory.getLogger(Pace.class);
  private static final long LONGEST_INTERVAL = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORTEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LOOKS_BACK = 30;
  private static final double FLUSHES_REMEMBERED = 500;
  private static final double FEWEST_FLUSHES = 8;
  private static final double SECOND = 1e9;
  private static final long FIRST_BATCH = 128 << 10;
  private static final double NEWEST = 0.1;

  private final DeferralPolicy policy;
  private final FlushSettings settings;
  private final double bound;
  private final long interval;

  /** Guarded by this, with the two means. */
  private final FlushCosts costs = new FlushCosts(FLUSHES_REMEMBERED);

  private final RecentMaximum flushTimes;
  private double bytesPerWrite;
  private double meanFlush;

  private long observedAt;
  private long acceptedThen;
  private double writesPerSecond;

  private volatile DeferralDecision decision;
  private volatile long waitNanos;

  private boolean policyFails;

  Pace(DeferralSettings settings) {
    this.settings = settings.flush();
    this.policy = settings.flush().policy();
    long boundNanos = settings.bound().time().toNanos();
    this.bound = boundNanos / SECOND;
    this.interval = Math.max(SHORTEST_INTERVAL, Math.min(LONGEST_INTERVAL, boundNanos / 4));
    this.flushTimes = new RecentMaximum(Math.max(LONGEST_INTERVAL, boundNanos), LOOKS_BACK);
    long most = this.settings.mostBatchBytes();
    DeferralObservation nothing =
        new DeferralObservation(
            bound,
            0,
            0,
            0,
            most,
            List.of(),
            new DeferralDecision(0, Math.min(FIRST_BATCH, most), "Nothing is known."));
    this.decision = allowed(policy.decide(nothing), nothing);
    this.waitNanos = (long) (decision.longestWait() * SECOND);
  }

  /** What was decided last. */
  DeferralDecision decision() {
    return decision;
  }

  /** How long a write may wait, in nanoseconds. */
  long waitNanos() {
    return waitNanos;
  }

  /** At how many bytes for one server a flush starts. */
  long batchBytes() {
    return decision.batchBytes();
  }

  /** Seconds that a flush took on average of late, 0 if there was none. */
  synchronized double meanFlush() {
    return meanFlush;
  }

  /** A flush was answered completely and without a failure. */
  synchronized void flushed(long now, long bytes, int writes, long nanos) {
    double seconds = nanos / SECOND;
    flushTimes.add(now, seconds);
    costs.flushed(Math.max(1, bytes), writes, seconds);
    double size = (double) bytes / writes;
    bytesPerWrite = bytesPerWrite == 0 ? size : bytesPerWrite + NEWEST * (size - bytesPerWrite);
    meanFlush = meanFlush == 0 ? seconds : meanFlush + NEWEST * (seconds - meanFlush);
  }

  /**
   * Decides anew, if it is time to.
   *
   * @param accepted writes so far
   * @param servers that writes go to, at least 1
   * @return seconds since the last time, or 0 if it is not time yet
   */
  double observe(long now, long accepted, int servers) {
    long elapsed = now - observedAt;
    if (elapsed < interval) {
      return 0;
    }
    double seconds = elapsed / SECOND;
    double rate = (accepted - acceptedThen) / seconds;
    // Smoothed over a second or twice the bound, whichever is longer.
    double weight = 1 - Math.exp(-seconds / Math.max(1, 2 * bound));
    writesPerSecond += weight * (rate - writesPerSecond);
    observedAt = now;
    acceptedThen = accepted;
    DeferralDecision decided = decide(observation(now, servers));
    decision = decided;
    waitNanos = (long) (decided.longestWait() * SECOND);
    return seconds;
  }

  /** What the policy says; where it fails, what it said last, within the bound as it is now. */
  private DeferralDecision decide(DeferralObservation seen) {
    try {
      // What belongs to the application is called without a lock: it may take its time.
      DeferralDecision decided = allowed(policy.decide(seen), seen);
      policyFails = false;
      return decided;
    } catch (RuntimeException e) {
      if (!policyFails) {
        policyFails = true;
        LOG.warn("The policy failed; flushes stay as they are, within the bound.", e);
      }
      return allowed(decision, seen);
    }
  }

  private synchronized DeferralObservation observation(long now, int servers) {
    return new DeferralObservation(
        bound,
        flushTimes.largest(now),
        Math.max(0, writesPerSecond) / Math.max(1, servers),
        bytesPerWrite,
        settings.mostBatchBytes(),
        costs.known(FEWEST_FLUSHES),
        decision);
  }

  /** The bound comes first, whatever a policy says. */
  private static DeferralDecision allowed(DeferralDecision decided, DeferralObservation seen) {
    return new DeferralDecision(
        Math.min(decided.longestWait(), seen.waitWithinBound()),
        Math.min(decided.batchBytes(), seen.mostBatchBytes()),
        decided.reason());
  }
}
