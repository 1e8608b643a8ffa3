package org.quorate.cassandra.sample;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.Wilson;

/** Counts pairs of one table. Thread-safe; holds sums only. */
final class PairTally {
  private static final double CONFIDENCE = 0.95;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long FIRST_REPORT = 100;

  private final LongAdder pairs = new LongAdder();
  private final LongAdder stale = new LongAdder();
  private final LongAdder underWay = new LongAdder();
  private final LongAdder newer = new LongAdder();
  private final LongAdder undecided = new LongAdder();
  private final LongAdder tooLong = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder own = new LongAdder();
  private final DoubleAdder weakNanos = new DoubleAdder();
  private final DoubleAdder strongNanos = new DoubleAdder();
  private final DoubleAdder ownNanos = new DoubleAdder();
  private final AtomicLong nextReport = new AtomicLong(FIRST_REPORT);

  /**
   * Both reads succeeded.
   *
   * @param weakTook time of the weaker read, nanoseconds
   * @param strongTook likewise of the other
   */
  void pair(PairFinding finding, long weakTook, long strongTook) {
    pairs.increment();
    weakNanos.add((double) weakTook);
    strongNanos.add((double) strongTook);
    switch (finding) {
      case SAME -> {}
      case STALE -> stale.increment();
      case UNDER_WAY -> underWay.increment();
      case NEWER -> newer.increment();
      case UNDECIDED -> undecided.increment();
    }
  }

  /** Both reads succeeded, but have more rows than are compared. */
  void tooLong() {
    tooLong.increment();
  }

  void failed() {
    failed.increment();
  }

  void own(long took) {
    own.increment();
    ownNanos.add((double) took);
  }

  /** As {@link PairedReads.Counts} has them, the found before the all. */
  PairedReads.Counts counts() {
    long found = stale.sum();
    return new PairedReads.Counts(pairs.sum(), found, failed.sum());
  }

  /** Whether there are 100, 200, 400 and so on pairs now; true once for each of these. */
  boolean isDue() {
    long next = nextReport.get();
    return pairs.sum() >= next && nextReport.compareAndSet(next, 2 * next);
  }

  /**
   * What was found is read before how many pairs there are, so that it is of no more than these.
   */
  PairResult result(Level weak, Level strong) {
    long found = stale.sum();
    long foundUnderWay = underWay.sum();
    long foundNewer = newer.sum();
    long foundUndecided = undecided.sum();
    long both = pairs.sum();
    return new PairResult(
        weak,
        strong,
        both,
        found,
        foundUnderWay,
        foundNewer,
        foundUndecided,
        tooLong.sum(),
        failed.sum(),
        Wilson.interval(found, both, CONFIDENCE),
        weakNanos.sum() / both / NANOS_PER_MILLI,
        strongNanos.sum() / both / NANOS_PER_MILLI,
        ownNanos.sum() / own.sum() / NANOS_PER_MILLI);
  }
}
