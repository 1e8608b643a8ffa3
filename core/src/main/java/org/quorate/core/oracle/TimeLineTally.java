package org.quorate.core.oracle;

/**
 * Counts reads per bucket of time in a ring of fixed size, which it coarsens when time runs out.
 */
final class TimeLineTally {
  private static final long SECOND = 1_000_000_000L;

  private static final int FIRST_BUCKETS = 16;

  private final int maxBuckets;
  private final long originNanos;
  private long[] reads;
  private long[] staleReads;
  private long bucketNanos = SECOND;
  private long lowest = Long.MAX_VALUE;
  private long highest = Long.MIN_VALUE;

  /**
   * @param maxBuckets at least 2, for two buckets on either side of the origin never become one
   * @param originNanos an instant at which a bucket begins, whatever its width
   */
  TimeLineTally(int maxBuckets, long originNanos) {
    if (maxBuckets < 2) {
      throw new IllegalArgumentException(
          "A time line needs at least 2 buckets, but " + maxBuckets + " are asked for.");
    }
    this.maxBuckets = maxBuckets;
    this.originNanos = originNanos;
    reads = new long[Math.min(FIRST_BUCKETS, maxBuckets)];
    staleReads = new long[reads.length];
  }

  void count(long invokeNanos, boolean stale) {
    add(Math.floorDiv(invokeNanos - originNanos, bucketNanos), 1, stale ? 1 : 0);
  }

  private void add(long bucket, long moreReads, long moreStaleReads) {
    long at = bucket;
    while (Math.max(highest, at) - Math.min(lowest, at) >= reads.length) {
      if (reads.length < maxBuckets) {
        rearrange(Math.min(maxBuckets, 2 * reads.length), 0);
      } else {
        coarsen();
        at >>= 1;
      }
    }
    lowest = Math.min(lowest, at);
    highest = Math.max(highest, at);
    int slot = slot(at, reads.length);
    reads[slot] += moreReads;
    staleReads[slot] += moreStaleReads;
  }

  private void coarsen() {
    rearrange(reads.length, 1);
    lowest >>= 1;
    highest >>= 1;
    bucketNanos *= 2;
  }

  /** Moves every bucket to where it is in a ring of another size, numbers shifted to the right. */
  private void rearrange(int buckets, int shift) {
    long[] newReads = new long[buckets];
    long[] newStaleReads = new long[buckets];
    for (long old = lowest; old <= highest; old++) {
      int from = slot(old, reads.length);
      int to = slot(old >> shift, buckets);
      newReads[to] += reads[from];
      newStaleReads[to] += staleReads[from];
    }
    reads = newReads;
    staleReads = newStaleReads;
  }

  private static int slot(long bucket, int buckets) {
    return (int) Math.floorMod(bucket, (long) buckets);
  }

  void add(TimeLine other) {
    while (bucketNanos < other.bucketNanos()) {
      if (lowest > highest) {
        bucketNanos *= 2;
      } else {
        coarsen();
      }
    }
    for (int i = 0; i < other.buckets(); i++) {
      if (other.reads(i) > 0) {
        long start = other.startNanos() + i * other.bucketNanos();
        add(Math.floorDiv(start - originNanos, bucketNanos), other.reads(i), other.staleReads(i));
      }
    }
  }

  TimeLine toTimeLine() {
    int buckets = lowest > highest ? 0 : (int) (highest - lowest + 1);
    long[] readsInOrder = new long[buckets];
    long[] staleReadsInOrder = new long[buckets];
    for (int i = 0; i < buckets; i++) {
      int slot = slot(lowest + i, reads.length);
      readsInOrder[i] = reads[slot];
      staleReadsInOrder[i] = staleReads[slot];
    }
    long start = originNanos + (buckets == 0 ? 0 : lowest * bucketNanos);
    return new TimeLine(
        maxBuckets, originNanos, start, bucketNanos, readsInOrder, staleReadsInOrder);
  }
}
