package org.quorate.core.oracle;

import java.util.Arrays;

/**
 * Reads and stale reads over time, by the instant of invocation, in buckets of equal width. The
 * width is one second, doubled as often as is needed to keep the number of buckets bounded, and the
 * borders are multiples of it from an origin, such as the start of a run; so the buckets do not
 * depend on the order of the operations. Immutable.
 */
public final class TimeLine {
  private final int maxBuckets;
  private final long originNanos;
  private final long startNanos;
  private final long bucketNanos;
  private final long[] reads;
  private final long[] staleReads;

  TimeLine(
      int maxBuckets,
      long originNanos,
      long startNanos,
      long bucketNanos,
      long[] reads,
      long[] staleReads) {
    this.maxBuckets = maxBuckets;
    this.originNanos = originNanos;
    this.startNanos = startNanos;
    this.bucketNanos = bucketNanos;
    this.reads = reads;
    this.staleReads = staleReads;
  }

  /**
   * The sum of two time lines of one origin, with as many buckets at most as this one may have.
   *
   * @throws IllegalArgumentException if they have different origins
   */
  public TimeLine plus(TimeLine other) {
    if (originNanos != other.originNanos) {
      throw new IllegalArgumentException(
          "Time lines from " + originNanos + " and " + other.originNanos + " ns do not add up.");
    }
    TimeLineTally sum = new TimeLineTally(maxBuckets, originNanos);
    sum.add(this);
    sum.add(other);
    return sum.toTimeLine();
  }

  /** How many buckets there are, from the first read to the last. */
  public int buckets() {
    return reads.length;
  }

  /** Where the first bucket starts, in ns of the history's clock. */
  public long startNanos() {
    return startNanos;
  }

  /** The width of each bucket in ns: one second times a power of two. */
  public long bucketNanos() {
    return bucketNanos;
  }

  /** Reads with outcome ok that were invoked in a bucket. */
  public long reads(int bucket) {
    return reads[bucket];
  }

  /** Stale reads that were invoked in a bucket. */
  public long staleReads(int bucket) {
    return staleReads[bucket];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimeLine that
        && startNanos == that.startNanos
        && bucketNanos == that.bucketNanos
        && Arrays.equals(reads, that.reads)
        && Arrays.equals(staleReads, that.staleReads);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(reads);
  }

  @Override
  public String toString() {
    return "from %d ns, buckets of %d ns: reads %s, stale %s"
        .formatted(startNanos, bucketNanos, Arrays.toString(reads), Arrays.toString(staleReads));
  }
}
