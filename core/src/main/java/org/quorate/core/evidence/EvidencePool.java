package org.quorate.core.evidence;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

/**
 * What is known of a table by this process and by others together. All that others tell may raise
 * levels; what of it may lower them is limited, since one of them may be wrong or lie:
 *
 * <ol>
 *   <li>Only trusted values count (see {@link HeardEvidence}).
 *   <li>All others together count for at most {@value #MOST_TIMES} times the reads and the pairs
 *       that this process has counted itself: no share of its reads, and no share of stale ones
 *       among its pairs, is taken for less than a 51st of what itself has seen. So a process with a
 *       51st of the traffic or more knows as much as all together.
 *   <li>They count for at most {@value #MOST_ROUND_TRIPS} times as many round trips as its own:
 *       that a replica takes longer than any time is never taken for less than an eighth as likely
 *       as its own say; and where its own exceed the median or the 90th percentile of theirs more
 *       often than by chance (probability {@value #CONTRADICTION} each, five taken for one, since
 *       those of a moment are alike), for as many as its own.
 *   <li>Where its own pairs are stale more often than by all together they would be with a
 *       probability of {@value #CONTRADICTION}, nothing that others tell lowers anything. Of the
 *       pairs of each doubling of the age as many are expected to be stale as in the sum of all,
 *       and the number of stale ones is Poisson-distributed at most: own pairs are a part of that
 *       sum, which makes it less variable. The same holds of pairs at a level between.
 * </ol>
 *
 * <p>What is known by class of keys is put together by {@link SharedClasses}; what is known of
 * clocks is the process's own.
 *
 * @param own what this process itself knows
 * @param lowering its own and what others may add: what is decided on
 * @param raising its own and all of the others, where somebody is not trusted, or limits hold
 *     tallies or longer round trips back: a decision on it is taken together with the other one
 * @param contradicted whether own pairs speak against the others'
 */
public record EvidencePool(
    Evidence own, Evidence lowering, Optional<Evidence> raising, boolean contradicted) {
  /** Of everybody else's tallies in own ones. */
  static final double MOST_TIMES = 50;

  /** Of everybody else's round trips in own ones: one round of 30 is then as good as 240. */
  static final int MOST_ROUND_TRIPS = 7;

  static final double CONTRADICTION = 0.001;

  /** Round trips of a moment are alike, so that so many are taken for one. */
  private static final double ALIKE = 5;

  /**
   * Puts evidence together.
   *
   * @param trusted tallies and round trips of others that may lower levels
   * @param all of the others, those among them
   */
  public static EvidencePool of(Evidence own, OthersEvidence trusted, OthersEvidence all) {
    boolean contradicted =
        speaksAgainst(own.pairs(), trusted.pairs())
            || speaksAgainst(own.classes().between(), trusted.between());
    AgeCounts reads =
        trusted.reads().times(part(MOST_TIMES * own.reads().total(), trusted.reads().total()));
    AgedPairCounts pairs =
        trusted
            .pairs()
            .times(
                part(
                    MOST_TIMES * own.pairs().compared().total(),
                    trusted.pairs().compared().total()));
    boolean areLonger = areLonger(own.roundTrips(), trusted.roundTrips());
    RoundTrips trips =
        few(trusted.roundTrips(), own.roundTrips(), areLonger ? 1 : MOST_ROUND_TRIPS);
    boolean limited =
        contradicted
            || areLonger
            || !trusted.equals(all)
            || !reads.equals(all.reads())
            || !pairs.equals(all.pairs());
    return new EvidencePool(
        own,
        contradicted
            ? own
            : sum(own, SharedClasses.of(own, trusted, MOST_TIMES), reads, pairs, trips),
        limited
            ? Optional.of(
                sum(
                    own,
                    SharedClasses.of(own, all, MOST_TIMES),
                    all.reads(),
                    all.pairs(),
                    all.roundTrips()))
            : Optional.empty(),
        contradicted);
  }

  /** Of what others tell, so that it is no more than that. */
  static double part(double most, double told) {
    return told > most ? most / told : 1;
  }

  private static RoundTrips few(RoundTrips others, RoundTrips own, int times) {
    return new RoundTrips(
        others.slowest().few(times * own.slowest().size()),
        others.single().few(times * own.single().size()));
  }

  /** Where own ones do not tell, since there are none, those of others may only raise. */
  private static boolean areLonger(RoundTrips own, RoundTrips others) {
    return areLonger(own.slowest(), others.slowest()) || areLonger(own.single(), others.single());
  }

  private static boolean areLonger(DelaySample own, DelaySample others) {
    return others.size() > 0
        && (own.size() == 0 || exceeds(own, others, 0.5) || exceeds(own, others, 0.9));
  }

  /**
   * Whether more values are above a quantile of others than there are by chance: the upper tail of
   * a binomial distribution as an incomplete beta function, which takes parts of a value too.
   */
  private static boolean exceeds(DelaySample own, DelaySample others, double quantile) {
    double above = own.above(others.quantile(quantile)) / ALIKE;
    double below = own.size() / ALIKE - above;
    return above > 0
        && BetaDistribution.of(above, below + 1).cumulativeProbability(1 - quantile)
            < CONTRADICTION;
  }

  private static Evidence sum(
      Evidence own,
      SharedClasses shared,
      AgeCounts reads,
      AgedPairCounts pairs,
      RoundTrips roundTrips) {
    return new Evidence(
        own.reads().plus(reads),
        own.pairs().plus(pairs),
        shared.classes(),
        shared.othersWrites(),
        shared.likeOwn(),
        RoundTrips.of(List.of(own.roundTrips(), roundTrips)),
        own.behind(),
        own.strongest(),
        own.clocksApart());
  }

  private static boolean speaksAgainst(AgedPairCounts own, AgedPairCounts others) {
    double stale = own.stale().total();
    double expected = 0;
    for (int from = 0; from < AgeBins.COUNT; from = AgeBins.nextDoubling(from)) {
      double compared = sum(own.compared(), from);
      double all = compared + sum(others.compared(), from);
      if (all > 0) {
        expected += compared * (sum(own.stale(), from) + sum(others.stale(), from)) / all;
      }
    }
    return isUnlikely(stale, expected);
  }

  private static boolean speaksAgainst(BetweenPairs own, BetweenPairs others) {
    BetweenPairs all = own.plus(others);
    return all.compared() > 0
        && isUnlikely(own.stale(), own.compared() * all.stale() / all.compared());
  }

  private static boolean isUnlikely(double stale, double expected) {
    return stale > expected
        && GammaDistribution.of(stale, 1).cumulativeProbability(expected) < CONTRADICTION;
  }

  private static double sum(AgeCounts counts, int from) {
    double sum = 0;
    for (int bin = from; bin < AgeBins.nextDoubling(from); bin++) {
      sum += counts.count(bin);
    }
    return sum;
  }
}
