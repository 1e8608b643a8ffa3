package org.quorate.core.recency;

import java.time.Duration;

/**
 * Whether pairs of reads have shown of late that rows are dated by a clock which is ahead of the
 * one that pairs are dated by: then a pair may take what its weak read lacks for a write that was
 * made since, and says too little of what is stale. That is kept for half an hour after the last
 * such pair, in which pairs that were counted until then have lost seven eighths of their weight.
 *
 * <p>Thread-safe, without a lock; times are handed in, in nanoseconds of one clock.
 */
public final class ClocksApart {
  static final Duration KEPT_FOR = Duration.ofMinutes(30);

  private volatile long seenAt;
  private volatile boolean wasSeen;

  /** A pair has shown it. */
  public void seen(long nowNanos) {
    seenAt = nowNanos;
    wasSeen = true;
  }

  /** Whether one has within the last half hour. */
  public boolean areSeen(long nowNanos) {
    return wasSeen && nowNanos - seenAt <= KEPT_FOR.toNanos();
  }
}
