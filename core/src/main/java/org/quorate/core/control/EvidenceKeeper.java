package org.quorate.core.control;

import java.time.Duration;
import java.util.List;
import org.quorate.core.evidence.EvidencePool;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.evidence.OthersEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
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

  /** Of own reads, by which classes of others are shifted. */
  private static final double HARDLY_OTHER = 0.1;

  /** Times as many writes: what a sample shows of another load says nothing of this one. */
  private static final double MANY_MORE_WRITES = 2;

  /** So many more in a reading may be by chance. */
  private static final double FEW_WRITES = 20;

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** So many take turns in keeping round trips fresh: each still measures about once a minute. */
  private static final int MOST_TURNS = 2;

  private final MeasuredRoundTrips roundTrips;
  private final OthersWrites others = new OthersWrites();
  private ClassCounts counts = ClassCounts.NONE;
  private ClassCounts soFar = ClassCounts.NONE;
  private AgeCounts unclassed = AgeCounts.NONE;
  private boolean areClassesKnown = true;
  private boolean wereClassesKnown = true;
  private double readsSoFar;
  private List<KeyRange> behind = List.of();
  private boolean clocksApart;
  private HeardEvidence heard = HeardEvidence.ofNobody();
  private HeardSum heardAll = HeardSum.OF_NOBODY;
  private HeardSum heardTrusted = HeardSum.OF_NOBODY;
  private double readsAtRound;
  private int measurements;
  private boolean othersKnowEnough;
  private long learningSince;
  private boolean hasMeasured;
  private boolean surprised;
  private double writesWhileSampled = Double.NaN;
  private double sampled;
  private boolean isMoreWritten;
  private long countedAt;
  private boolean hasCounted;

  /**
   * @param replicationFactor how many replicas a row has, at least 1
   */
  EvidenceKeeper(int replicationFactor) {
    this.roundTrips = new MeasuredRoundTrips(replicationFactor);
  }

  /** Takes in what was known before the first count. */
  void assume(Evidence earlier) {
    counts = earlier.classes();
    roundTrips.assume(earlier.roundTrips());
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
    double ofRead = weight(passed, READS_HALVE_IN);
    unclassed = unclassed.total() < 1 ? AgeCounts.NONE : unclassed.times(ofRead);
    if (!wereClassesKnown) {
      unclassed = unclassed.plus(fresh.hottestReads());
    }
    counts =
        counts
            .times(ofRead, weight(passed, PAIRS_HALVE_IN))
            .plus(wereClassesKnown ? fresh : fresh.withoutHottestReads());
    wereClassesKnown = areClassesKnown;
    soFar = now;
    readsSoFar = now.allReads().total();
    others.own(ownWrites);
    countedAt = nowNanos;
    hasCounted = true;
    return fresh;
  }

  /**
   * Takes in whether keys have classes: reads that are counted before, and with the next count,
   * count as of the hottest class until others have been counted, and then as of the classes that
   * these have.
   */
  void classes(boolean areKnown) {
    areClassesKnown = areKnown;
    wereClassesKnown &= areKnown || hasCounted;
  }

  /** Takes in what the table's traffic was. */
  void seen(Traffic traffic) {
    others.seen(traffic);
    if (!traffic.isKnown()) {
      return;
    }
    double writes = traffic.writesPerSecond();
    double most = MANY_MORE_WRITES * writesWhileSampled + FEW_WRITES / traffic.seconds();
    boolean before = isMoreWritten;
    isMoreWritten = writes > most;
    if (isMoreWritten && before) {
      counts = counts.withoutBetween();
    }
    double now = counts.between().compared();
    double fresh = Math.max(0, now - sampled);
    writesWhileSampled =
        now < 1 || Double.isNaN(writesWhileSampled)
            ? writes
            : writesWhileSampled + (writes - writesWhileSampled) * fresh / now;
    sampled = now;
  }

  private static double weight(long passedNanos, Duration half) {
    return Math.pow(0.5, passedNanos / (double) half.toNanos());
  }

  void measured(RoundTrips round, long nowNanos) {
    boolean isFirst = roundTrips.size() == 0 && round.slowest().size() > 0;
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
      DelaySample known = roundTrips.slowest();
      boolean before = surprised;
      surprised = known.size() > 0 && round.slowest().quantile(0.5) > known.quantile(0.9);
      roundTrips.add(round);
      if (surprised && before) {
        // A sample rests on no round trips, so that it would say for long what was so before; once
        // in some forty rounds of three a median is as long by chance.
        counts = counts.withoutBetween();
      }
    }
  }

  /** What was measured, and what is made of it. */
  MeasuredRoundTrips roundTrips() {
    return roundTrips;
  }

  /** Has pairs sent for their time, where too little is known of that. */
  void wantTimes(long nowNanos) {
    roundTrips.wantPairs(readsSoFar, nowNanos);
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
    return roundTrips.size() > 0 && nowNanos - learningSince < patience;
  }

  /** How many keep round trips fresh in turn: this process, and those that tell theirs. */
  int turns(long nowNanos) {
    long others =
        heard.at(nowNanos).stream()
            .filter(each -> each.trusted() && each.value().roundTrips().slowest().size() > 0)
            .count();
    return roundTrips.size() == 0 ? 1 : (int) Math.min(MOST_TURNS, 1 + others);
  }

  /** The most that there may be, by which what was measured stays usable when others are lost. */
  int mostTurns() {
    return roundTrips.size() == 0 || heard.trustedNanos() == 0 ? 1 : MOST_TURNS;
  }

  /** Whether any round trips are known of its own. */
  boolean hasRoundTrips() {
    return roundTrips.size() > 0;
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
    return !othersKnowEnough
        && roundTrips.size() < MeasuredRoundTrips.ENOUGH
        && measurements < MeasuredRoundTrips.ROUNDS;
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

  /**
   * Takes in whether pairs have shown clocks to be apart.
   *
   * @return whether that is new
   */
  boolean clocks(boolean areApart) {
    boolean changed = areApart != clocksApart;
    clocksApart = areApart;
    return changed;
  }

  /** Has what others tell counted too. */
  void others(HeardEvidence told) {
    heard = told;
    roundTrips.others(told);
  }

  /**
   * Replicas or their acknowledgements are others: what pairs, rates and round trips say is over.
   *
   * @param replicas how many a row has now, at least 1
   */
  void forget(int replicas) {
    heard.forget();
    roundTrips.forget(replicas);
    measurements = 0;
    othersKnowEnough = false;
    surprised = false;
    counts = counts.times(1, 0);
    others.forget();
  }

  /** Reads and pairs of late, by class. */
  ClassCounts counts() {
    return counts.withUnclassed(unclassed);
  }

  /**
   * What this process knows of late.
   *
   * @param strongest level that reads may be sent at
   */
  Evidence evidence(Level strongest) {
    return new Evidence(
            counts(), others.perOwn(), roundTrips.believed(countedAt), behind, strongest)
        .withClocksApart(clocksApart);
  }

  /**
   * The same, with what others have told; theirs counts for half after the same times. Whether this
   * process has to learn more round trips itself follows from it.
   */
  EvidencePool pool(Level strongest, long nowNanos) {
    List<Heard> standing = heard.at(nowNanos);
    List<Heard> trustedOnes = standing.stream().filter(Heard::trusted).toList();
    heardAll = sum(standing, heardAll, nowNanos);
    heardTrusted =
        trustedOnes.size() == standing.size() ? heardAll : sum(trustedOnes, heardTrusted, nowNanos);
    OthersEvidence all = heardAll.at(nowNanos);
    OthersEvidence trusted =
        trustedOnes.size() == standing.size() ? all : heardTrusted.at(nowNanos);
    EvidencePool pool = EvidencePool.of(evidence(strongest), trusted, all);
    int known = pool.lowering().roundTrips().slowest().size();
    if (othersKnowEnough && known < MeasuredRoundTrips.ENOUGH / 2) {
      othersKnowEnough = false;
      measurements = 0; // What others would have known is to be learnt.
    } else if (!trustedOnes.isEmpty() && known >= MeasuredRoundTrips.ENOUGH) {
      othersKnowEnough = true;
    }
    return pool;
  }

  /** What was heard changes now and then, and to add it up takes a while. */
  private HeardSum sum(List<Heard> standing, HeardSum known, long nowNanos) {
    List<ProcessEvidence> values = standing.stream().map(Heard::value).toList();
    double reads = counts.allReads().total() + unclassed.total();
    double between = counts.between().compared();
    boolean stands =
        values.equals(known.of())
            && Math.abs(reads / known.ownReads() - 1) < HARDLY_OTHER
            && between >= (1 - HARDLY_OTHER) * known.ownBetween();
    if (values.isEmpty()) {
      return HeardSum.OF_NOBODY;
    }
    return stands
        ? known
        : new HeardSum(
            values,
            reads,
            between,
            nowNanos,
            OthersEvidence.sum(
                standing,
                each -> weight(each.ageNanos(), READS_HALVE_IN),
                each -> weight(each.ageNanos(), PAIRS_HALVE_IN),
                reads,
                1 / (1 + others.perOwn()),
                between));
  }

  /** All values halve in the same time, and so does their sum. */
  private record HeardSum(
      List<ProcessEvidence> of,
      double ownReads,
      double ownBetween,
      long atNanos,
      OthersEvidence sum) {
    static final HeardSum OF_NOBODY = new HeardSum(List.of(), 0, 0, 0, OthersEvidence.NONE);

    OthersEvidence at(long nowNanos) {
      long later = Math.max(0, nowNanos - atNanos);
      return sum.times(weight(later, READS_HALVE_IN), weight(later, PAIRS_HALVE_IN));
    }
  }
}
