package org.quorate.lab.store.hbase;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import org.quorate.load.store.DeferredWrites;

/**
 * What has become of the deferred writes of all clients of a run. Thread-safe; counting takes no
 * lock but for writes that missed the bound.
 */
final class WriteCounts {
  private static final int DIGITS = 3;
  private static final int MOST_MISSES = 1000;

  private final LongAdder accepted = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final ConcurrentMap<String, LongAdder> failed = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> missed = new ConcurrentHashMap<>();
  private final Recorder acknowledgement = new Recorder(DIGITS);
  private final Deque<DeferredWrites.Miss> latestMisses = new ArrayDeque<>();

  /** A write's call is about to complete, and no server has told of it yet. */
  void accepted() {
    accepted.increment();
  }

  /** A server has a write, so many nanoseconds after it was accepted. */
  void acknowledged(long nanos) {
    acknowledged.increment();
    acknowledgement.recordValue(Math.max(0, nanos));
  }

  /** A write was given up. */
  void failed(String kind) {
    failed.computeIfAbsent(kind, any -> new LongAdder()).increment();
  }

  /** A write was acknowledged later than the bound allows. */
  void missed(DeferredWrites.Miss miss) {
    missed.computeIfAbsent(miss.cause(), any -> new LongAdder()).increment();
    synchronized (latestMisses) {
      if (latestMisses.size() == MOST_MISSES) {
        latestMisses.removeFirst();
      }
      latestMisses.addLast(miss);
    }
  }

  /** Writes that were accepted and neither acknowledged nor given up. */
  long unfinished() {
    return accepted.sum() - acknowledged.sum() - sum(failed);
  }

  /** Forgets everything. Called while no write is on its way. */
  void begin() {
    accepted.reset();
    acknowledged.reset();
    failed.clear();
    missed.clear();
    acknowledgement.reset();
    synchronized (latestMisses) {
      latestMisses.clear();
    }
  }

  /**
   * Everything since {@link #begin()}; asked once. Of a write that was sent twice, the server may
   * have told twice: never more count as acknowledged than were accepted and not given up.
   *
   * @param visibility nanoseconds from acceptance until another client saw the write
   */
  DeferredWrites writes(@Nullable Duration bound, Histogram visibility, List<String> notes) {
    long all = accepted.sum();
    long known = Math.min(acknowledged.sum(), Math.max(0, all - sum(failed)));
    List<DeferredWrites.Miss> latest;
    synchronized (latestMisses) {
      latest = new ArrayList<>(latestMisses);
    }
    return new DeferredWrites(
        all,
        known,
        sums(failed),
        acknowledgement.getIntervalHistogram(),
        visibility,
        bound,
        sums(missed),
        latest,
        notes);
  }

  private static long sum(Map<String, LongAdder> counters) {
    return counters.values().stream().mapToLong(LongAdder::sum).sum();
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counters) {
    Map<String, Long> sums = new HashMap<>();
    counters.forEach((key, counter) -> sums.put(key, counter.sum()));
    return sums;
  }
}
