package org.quorate.cassandra.sample;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.recency.ReplicaPairs;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedTails;
import org.quorate.core.statistics.Wilson;

/** Counts pairs of one table. Thread-safe; of a bounded size. */
final class PairTally {
  private static final double CONFIDENCE = 0.95;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final long FIRST_REPORT = 100;

  /** A key that was written so shortly before is fresh. */
  private static final long FRESH_MICROS = 1_000_000;

  /** Of a row that has no date. */
  static final long NO_AGE = -1;

  /** Fewer tell nothing of how much times spread. */
  private static final long FEWEST_TIMED = 10;

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
  private final DoubleAdder squaredSavings = new DoubleAdder();
  private final PairedTails tails = new PairedTails();
  private final LongAdder fresh = new LongAdder();
  private final LongAccumulator oldestStale = new LongAccumulator(Math::max, NO_AGE);
  private final DoubleAdder ownNanos = new DoubleAdder();
  private final ReplicaPairs byReplica = new ReplicaPairs();
  private final AtomicLong nextReport = new AtomicLong(FIRST_REPORT);

  /**
   * Both reads succeeded.
   *
   * @param weakTook time of the weaker read, nanoseconds
   * @param strongTook likewise of the other
   * @param ageMicros from the newest write that the stronger read returned, of those made before
   *     the pair was sent, until then; {@link #NO_AGE} where there is none
   */
  void pair(PairFinding finding, long weakTook, long strongTook, long ageMicros) {
    pairs.increment();
    double saved = (strongTook - weakTook) / NANOS_PER_MILLI;
    squaredSavings.add(saved * saved);
    if (ageMicros != NO_AGE && ageMicros < FRESH_MICROS) {
      fresh.increment();
    }
    weakNanos.add((double) weakTook);
    strongNanos.add((double) strongTook);
    tails.add(weakTook, strongTook);
    switch (finding) {
      case SAME -> {}
      case STALE -> {
        stale.increment();
        oldestStale.accumulate(ageMicros);
      }
      case UNDER_WAY -> underWay.increment();
      case NEWER -> newer.increment();
      case UNDECIDED -> undecided.increment();
    }
  }

  /**
   * Which replica answered the weaker read of a pair that says whether it was stale. The row's age
   * is the same for all replicas of it, and which of them is asked is the driver's draw.
   */
  void answered(String replica, PairFinding finding) {
    if (finding.isTelling()) {
      byReplica.add(replica, finding == PairFinding.STALE);
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
    long foundFresh = fresh.sum();
    long oldest = oldestStale.get();
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
        ownNanos.sum() / own.sum() / NANOS_PER_MILLI,
        found == 0 || oldest == NO_AGE ? Double.NaN : oldest / MICROS_PER_MILLI,
        foundFresh,
        savedMillis(both),
        tails.tails(),
        byReplica.stalest());
  }

  /** Of the mean of the differences, normal; sums may lack what is just being added. */
  private Optional<Interval> savedMillis(long n) {
    if (n < FEWEST_TIMED) {
      return Optional.empty();
    }
    double mean = (strongNanos.sum() - weakNanos.sum()) / NANOS_PER_MILLI / n;
    double variance = Math.max(0, (squaredSavings.sum() - n * mean * mean) / (n - 1));
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    double half = z * Math.sqrt(variance / n);
    return Optional.of(new Interval(mean - half, mean + half, CONFIDENCE));
  }
}
