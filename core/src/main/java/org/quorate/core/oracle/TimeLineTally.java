package org.quorate.core.oracle;

/**
 * Counts reads per bucket of time in a ring of fixed size, which it coarsens when time runs out.
 */
final class TimeLineTally {
  private static final long SECOND = 1_000_000_000L;

  private final int maxBuckets;
  private long[] reads;
  private long[] staleReads;
  private long bucketNanos = SECOND;
  private long lowest = Long.MAX_VALUE;
  private long highest = Long.MIN_VALUE;

  TimeLineTally(int maxBuckets) {
    this.maxBuckets = maxBuckets;
    reads = new long[maxBuckets];
    staleReads = new long[maxBuckets];
  }

  void count(long invokeNanos, boolean stale) {
    add(Math.floorDiv(invokeNanos, bucketNanos), 1, stale ? 1 : 0);
  }

  private void add(long bucket, long moreReads, long moreStaleReads) {
    long at = bucket;
    while (Math.max(highest, at) - Math.min(lowest, at) >= maxBuckets) {
      coarsen();
      at >>= 1;
    }
    lowest = Math.min(lowest, at);
    highest = Math.max(highest, at);
    int slot = (int) Math.floorMod(at, (long) maxBuckets);
    reads[slot] += moreReads;
    staleReads[slot] += moreStaleReads;
  }

  private void coarsen() {
    long[] oldReads = reads;
    long[] oldStaleReads = staleReads;
    reads = new long[maxBuckets];
    staleReads = new long[maxBuckets];
    for (long old = lowest; old <= highest; old++) {
      int from = (int) Math.floorMod(old, (long) maxBuckets);
      int to = (int) Math.floorMod(old >> 1, (long) maxBuckets);
      reads[to] += oldReads[from];
      staleReads[to] += oldStaleReads[from];
    }
    lowest >>= 1;
    highest >>= 1;
    bucketNanos *= 2;
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
        add(Math.floorDiv(start, bucketNanos), other.reads(i), other.staleReads(i));
      }
    }
  }

  TimeLine toTimeLine() {
    int buckets = lowest > highest ? 0 : (int) (highest - lowest + 1);
    long[] readsInOrder = new long[buckets];
    long[] staleReadsInOrder = new long[buckets];
    for (int i = 0; i < buckets; i++) {
      int slot = (int) Math.floorMod(lowest + i, (long) maxBuckets);
      readsInOrder[i] = reads[slot];
      staleReadsInOrder[i] = staleReads[slot];
    }
    long start = buckets == 0 ? 0 : lowest * bucketNanos;
    return new TimeLine(maxBuckets, start, bucketNanos, readsInOrder, staleReadsInOrder);
  }
}
