package org.quorate.core.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.evidence.EvidencePool;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * What is known of late: reads and pairs count for half after a time, of round trips the last
 * rounds stand, and more where these were small. Pure: times are handed in, in nanoseconds of one
 * clock. Not thread-safe.
 */
final class EvidenceKeeper {
  /** Which ages reads have follows the load, within a minute. */
  static final Duration READS_HALVE_IN = Duration.ofSeconds(30);

  /** Pairs are few; what they correct changes seldom, since delays are measured beside them. */
  static final Duration PAIRS_HALVE_IN = Duration.ofMinutes(10);

  static final int ROUNDS = 16;

  /** So that some of them are above the highest quantile that is asked for: eight full rounds. */
  static final int ENOUGH_ROUND_TRIPS = 240;

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** So many take turns in keeping round trips fresh: each still measures about once a minute. */
  private static final int MOST_TURNS = 2;

  private final ArrayDeque<RoundTrips> rounds = new ArrayDeque<>();
  private int replicationFactor;
  private @Nullable RoundTrips withoutJitter;
  private final OthersWrites others = new OthersWrites();
  private ClassCounts counts = ClassCounts.NONE;
  private ClassCounts soFar = ClassCounts.NONE;
  private double readsSoFar;
  private List<KeyRange> behind = List.of();
  private boolean clocksApart;
  private HeardEvidence heard = HeardEvidence.ofNobody();
  private double readsAtRound;
  private int measurements;
  private boolean othersKnowEnough;
  private long learningSince;
  private boolean hasMeasured;
  private boolean surprised;
  private long countedAt;
  private boolean hasCounted;

  /**
   * @param replicationFactor how many replicas a row has, at least 1
   */
  EvidenceKeeper(int replicationFactor) {
    this.replicationFactor = replicationFactor;
  }

  /** Takes in what was known before the first count. */
  void assume(Evidence earlier) {
    counts = earlier.classes();
    if (!earlier.roundTrips().equals(RoundTrips.NONE)) {
      rounds.addFirst(earlier.roundTrips());
      withoutJitter = null;
    }
  }

  /** Takes in counts since the process began. */
  void counted(AgeCounts readsNow, AgedPairCounts pairsNow, long nowNanos) {
    counted(ClassCounts.unclassed(readsNow, pairsNow), 0, nowNanos);
  }

  /**
   * Takes in counts since the process began, by the class of keys.
   *
   * @param ownWrites that were completed since then
   * @return what is new of the counts
   */
  ClassCounts counted(ClassCounts now, double ownWrites, long nowNanos) {
    long passed = hasCounted ? Math.max(0, nowNanos - countedAt) : 0;
    ClassCounts fresh = now.since(soFar);
    counts =
        counts.times(weight(passed, READS_HALVE_IN), weight(passed, PAIRS_HALVE_IN)).plus(fresh);
    soFar = now;
    readsSoFar = now.allReads().total();
    others.own(ownWrites);
    countedAt = nowNanos;
    hasCounted = true;
    return fresh;
  }

  /** Takes in what the table's traffic was. */
  void seen(Traffic traffic) {
    others.seen(traffic);
  }

  private static double weight(long passedNanos, Duration half) {
    return Math.pow(0.5, passedNanos / (double) half.toNanos());
  }

  void measured(RoundTrips round, long nowNanos) {
    boolean isFirst = roundTrips() == 0 && round.slowest().size() > 0;
    if (isFirst) {
      measurements = 0; // As after a replica's return: from now on there is something to learn.
    }
    if (isFirst || !hasMeasured) {
      learningSince = nowNanos;
      hasMeasured = true;
    }
    measurements++;
    readsAtRound = readsSoFar;
    // Where no read waited for all replicas, as while one is down, there is nothing to count by.
    if (round.slowest().size() > 0) {
      DelaySample known = slowest();
      surprised = known.size() > 0 && round.slowest().quantile(0.5) > known.quantile(0.9);
      rounds.addLast(round);
      withoutJitter = null;
      while (rounds.size() > ROUNDS
          && roundTrips() - rounds.getFirst().slowest().size() >= ENOUGH_ROUND_TRIPS) {
        rounds.removeFirst();
      }
    }
  }

  private int roundTrips() {
    return rounds.stream().mapToInt(round -> round.slowest().size()).sum();
  }

  /** Of all rounds that stand. */
  DelaySample slowest() {
    return RoundTrips.of(rounds).slowest();
  }

  /**
   * Whether the first rounds are under way. After the first one others are waited for, who may know
   * enough already: as many processes that begin together measure what one would.
   */
  boolean wantsRoundTrips(long nowNanos) {
    return isLearning() && !awaitsOthers(nowNanos);
  }

  /** Whether the last round trips were longer than most before. */
  boolean isSurprised() {
    return surprised;
  }

  /** For as long as it may take until somebody who is heard now and again is trusted. */
  private boolean awaitsOthers(long nowNanos) {
    long patience = Math.min(heard.trustedNanos(), LONGEST_WAIT.toNanos());
    return roundTrips() > 0 && nowNanos - learningSince < patience;
  }

  /** How many keep round trips fresh in turn: this process, and those that tell theirs. */
  int turns(long nowNanos) {
    long others =
        heard.at(nowNanos).stream()
            .filter(each -> each.trusted() && each.value().roundTrips().slowest().size() > 0)
            .count();
    return roundTrips() == 0 ? 1 : (int) Math.min(MOST_TURNS, 1 + others);
  }

  /** The most that there may be, by which what was measured stays usable when others are lost. */
  int mostTurns() {
    return roundTrips() == 0 || heard.trustedNanos() == 0 ? 1 : MOST_TURNS;
  }

  /** Whether any round trips are known of its own. */
  boolean hasRoundTrips() {
    return roundTrips() > 0;
  }

  /** A round has brought nothing. */
  void notMeasured() {
    measurements++;
  }

  /**
   * Whether too little is known of round trips, and can be learnt: sixteen rounds without enough of
   * them were of a replica that is down, or of levels at which none waits for all replicas. Enough
   * is known too once there were enough with those of others, as long as half of that still counts.
   */
  boolean isLearning() {
    return !othersKnowEnough && roundTrips() < ENOUGH_ROUND_TRIPS && measurements < ROUNDS;
  }

  /** Reads that were counted since round trips were measured last. */
  double readsSinceRound() {
    return readsSoFar - readsAtRound;
  }

  /**
   * @return whether that is new
   */
  boolean behind(List<KeyRange> ranges) {
    boolean changed = !ranges.equals(behind);
    behind = List.copyOf(ranges);
    return changed;
  }

  /** Takes in whether pairs have shown clocks to be apart. */
  void clocks(boolean areApart) {
    clocksApart = areApart;
  }

  /** Has what others tell counted too. */
  void others(HeardEvidence told) {
    heard = told;
  }

  /**
   * Replicas or their acknowledgements are others: what pairs, rates and round trips say is over.
   *
   * @param replicas how many a row has now, at least 1
   */
  void forget(int replicas) {
    replicationFactor = replicas;
    heard.forget();
    rounds.clear();
    withoutJitter = null;
    measurements = 0;
    othersKnowEnough = false;
    surprised = false;
    counts = counts.times(1, 0);
    others.forget();
  }

  /** Reads and pairs of late, by class. */
  ClassCounts counts() {
    return counts;
  }

  /**
   * What this process knows of late.
   *
   * @param strongest level that reads may be sent at
   */
  Evidence evidence(Level strongest) {
    return new Evidence(counts, others.perOwn(), withoutJitter(), behind, strongest)
        .withClocksApart(clocksApart);
  }

  /** It takes a while, and changes with the rounds alone. */
  private RoundTrips withoutJitter() {
    RoundTrips known = withoutJitter;
    if (known == null) {
      known = RoundTrips.withoutJitter(rounds, replicationFactor);
      withoutJitter = known;
    }
    return known;
  }

  /**
   * The same, with what others have told; theirs counts for half after the same times. Whether this
   * process has to learn more round trips itself follows from it.
   */
  EvidencePool pool(Level strongest, long nowNanos) {
    List<Heard> standing = heard.at(nowNanos);
    Evidence all = sum(standing);
    List<Heard> trustedOnes = standing.stream().filter(Heard::trusted).toList();
    Evidence trusted = trustedOnes.size() == standing.size() ? all : sum(trustedOnes);
    EvidencePool pool = EvidencePool.of(evidence(strongest), trusted, all);
    int known = pool.lowering().roundTrips().slowest().size();
    if (othersKnowEnough && known < ENOUGH_ROUND_TRIPS / 2) {
      othersKnowEnough = false;
      measurements = 0; // What others would have known is to be learnt.
    } else if (!trustedOnes.isEmpty() && known >= ENOUGH_ROUND_TRIPS) {
      othersKnowEnough = true;
    }
    return pool;
  }

  private static Evidence sum(List<Heard> standing) {
    AgeCounts reads = AgeCounts.NONE;
    AgedPairCounts pairs = AgedPairCounts.NONE;
    List<RoundTrips> trips = new ArrayList<>();
    for (Heard each : standing) {
      double readsWeight = weight(each.ageNanos(), READS_HALVE_IN);
      double pairsWeight = weight(each.ageNanos(), PAIRS_HALVE_IN);
      reads = reads.plus(each.value().reads().times(readsWeight));
      pairs = pairs.plus(each.value().pairs().times(pairsWeight));
      trips.add(each.value().roundTrips());
    }
    return new Evidence(reads, pairs, RoundTrips.of(trips), List.of(), null);
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
