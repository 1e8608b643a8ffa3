package org.quorate.core.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.SharedTimes;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * Round trips of the last rounds, of more where these were small, and what is believed of them:
 * what they are without jitter, and so many times as long as pairs of reads show them to be, own
 * ones and those that others tell of. Not thread-safe.
 */
final class MeasuredRoundTrips {
  static final int ROUNDS = 16;

  /** So that some of them are above the highest quantile that is asked for: eight full rounds. */
  static final int ENOUGH = 240;

  /** Between pairs that are sent for their time, so that no table of few reads pays far more. */
  private static final double READS_BETWEEN = 10;

  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(15);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private final ArrayDeque<RoundTrips> rounds = new ArrayDeque<>();
  private int replicationFactor;
  private PairTimes pairTimes = new PairTimes();
  private HeardEvidence heard = HeardEvidence.ofNobody();
  private SharedTimes ofPairs = SharedTimes.NONE;
  private @Nullable RoundTrips withoutJitter;
  private @Nullable RoundTrips believed;
  private double timesTooShort = 1;
  private double readsAtWant = Double.NEGATIVE_INFINITY;
  private boolean isWanting;
  private long wantingSince;

  /**
   * @param replicationFactor how many replicas a row has, at least 1
   */
  MeasuredRoundTrips(int replicationFactor) {
    this.replicationFactor = replicationFactor;
  }

  /** Has what pairs took counted too. */
  void timed(PairTimes told) {
    pairTimes = told;
    believed = null;
  }

  /** Has what pairs of others took counted too. */
  void others(HeardEvidence told) {
    heard = told;
  }

  /**
   * Has pairs sent for what they take, where too few say whether times are too short, and now and
   * then where they are taken for that, so that it can end. After a first one that says nothing of
   * the kind others are waited for, who may know enough together.
   *
   * @param reads of this process so far
   */
  void wantPairs(double reads, long nowNanos) {
    if (rounds.isEmpty() || reads - readsAtWant < READS_BETWEEN) {
      return;
    }
    if (!isWanting) {
      isWanting = true;
      wantingSince = nowNanos;
    }
    boolean isFound = timesTooShort(nowNanos) > 1;
    DelaySample measured = slowest();
    boolean isEnough =
        ofPairs.isTold(measured) || (awaitsOthers(nowNanos) && ofPairs.isFirstCalm(measured));
    if ((!isEnough || isFound)
        && pairTimes.want(isFound ? BETWEEN_CHECKS : PairTimes.APART, nowNanos)) {
      readsAtWant = reads;
    }
  }

  private boolean awaitsOthers(long nowNanos) {
    return nowNanos - wantingSince < Math.min(heard.hearingNanos(), LONGEST_WAIT.toNanos());
  }

  /** Takes in what was known before the first round. */
  void assume(RoundTrips earlier) {
    if (!earlier.equals(RoundTrips.NONE)) {
      rounds.addFirst(earlier);
      withoutJitter = null;
      believed = null;
    }
  }

  /** Takes in a round. */
  void add(RoundTrips round) {
    rounds.addLast(round);
    withoutJitter = null;
    believed = null;
    while (rounds.size() > ROUNDS && size() - rounds.getFirst().slowest().size() >= ENOUGH) {
      rounds.removeFirst();
    }
  }

  /** Replicas are others now: all of it is over, and what pairs took until now. */
  void forget(int replicas) {
    replicationFactor = replicas;
    rounds.clear();
    pairTimes.forget();
    isWanting = false;
    withoutJitter = null;
    believed = null;
  }

  /** How many there are of the slowest. */
  int size() {
    return rounds.stream().mapToInt(round -> round.slowest().size()).sum();
  }

  /** Of all rounds that stand, as they were measured. */
  DelaySample slowest() {
    return RoundTrips.of(rounds).slowest();
  }

  /** Without jitter, and the slowest so many times as long as they are too short. */
  RoundTrips believed(long nowNanos) {
    RoundTrips known = believed;
    SharedTimes now = SharedTimes.of(pairTimes.seconds(nowNanos), heard.at(nowNanos));
    if (known == null || !now.equals(ofPairs)) {
      ofPairs = now;
      known = withoutJitter();
      timesTooShort = limited(now.factor(slowest()), known.slowest());
      known = known.withSlowestTimes(timesTooShort);
      believed = known;
    }
    return known;
  }

  /** So that no time is longer than one that can be told to others. */
  private static double limited(double factor, DelaySample times) {
    return factor == 1
        ? factor
        : Math.max(1, Math.min(factor, ProcessEvidence.LONGEST_SECONDS / times.quantile(1)));
  }

  /** It takes a while, and changes with the rounds alone. */
  private RoundTrips withoutJitter() {
    RoundTrips known = withoutJitter;
    if (known == null) {
      known = RoundTrips.withoutJitter(rounds, replicationFactor).withAloneAtMost(aloneOfLate());
      withoutJitter = known;
    }
    return known;
  }

  /** Of the newest rounds that have enough of it. */
  private DelaySample aloneOfLate() {
    List<RoundTrips> newest = new ArrayList<>();
    RoundTrips late = RoundTrips.NONE;
    for (Iterator<RoundTrips> back = rounds.descendingIterator();
        back.hasNext() && !late.isAloneKnown(); ) {
      newest.add(back.next());
      late = RoundTrips.of(newest);
    }
    return late.alone();
  }

  /** How many times as long the slowest are, by what pairs took, as was measured; at least 1. */
  double timesTooShort(long nowNanos) {
    believed(nowNanos);
    return timesTooShort;
  }

  /** The time that all round trips which are known make up, where these are but few of them. */
  Propagation ofAll(Propagation measured, DelaySample these) {
    DelaySample known = slowest();
    if (these.size() == 0 || known.size() <= these.size()) {
      return measured;
    }
    double beside = Math.max(0, measured.seconds() - these.quantile(0.5) / 2);
    return new Propagation(
        beside + known.quantile(0.5) / 2,
        beside + known.quantile(0.25) / 2,
        beside + known.quantile(0.75) / 2);
  }
}
