package org.quorate.core.control.budget;

import org.quorate.core.policy.StaleReads;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.statistics.FayFeuer;

/**
 * What reads have spent of an error budget. Immutable.
 *
 * <p>Two answers stand beside one another. <em>Expected</em> are the stale ones of the reads that
 * were sent, by their levels and by what the policy makes of all that is known. What pairs
 * <em>show</em> rests on no model: a pair is drawn beside a read with a known chance p, so that one
 * whose weak read was stale stands for 1/p stale reads, if the application's read was as weak
 * (Horvitz and Thompson, A generalization of sampling without replacement from a finite universe,
 * Journal of the American Statistical Association 47, 1952). Pairs that were drawn and not sent, or
 * not compared, make that too little and never too much.
 *
 * @param reads at whatever level
 * @param expected of them to be stale, 0 or more
 * @param shown to be stale by pairs, 0 or more
 * @param variance of what is shown: the sum of the squares of what each pair stands for
 */
public record Spending(double reads, double expected, double shown, double variance) {
  /** No reads. */
  public static final Spending NONE = new Spending(0, 0, 0, 0);

  /** The model alone is trusted within this factor, as in the policies' own estimates. */
  static final double TRUST = 1.5;

  /** How sure it is that so many reads are stale of which it is said that pairs prove them. */
  static final double PROOF = 0.99;

  /**
   * What the reads of an interval have spent.
   *
   * @param counted reads and pairs of the interval
   * @param left what the levels leave stale that the reads were sent at
   * @param stale how likely a read at the weakest level is stale
   * @param pairs by which pairs were drawn
   * @param earlier by which those were drawn that had begun before; of both chances the greater
   *     counts
   */
  public static Spending of(
      ClassCounts counted, LeftStale left, StaleReads stale, PairBudget pairs, PairBudget earlier) {
    double reads = 0;
    double expected = 0;
    double shown = 0;
    double variance = 0;
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      AgeCounts sent = counted.reads().get(of);
      AgeCounts found = counted.pairs().get(of).stale();
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        double count = sent.count(bin);
        if (count > 0) {
          reads += count;
          double share = left.share(bin, of);
          expected += share == 0 ? 0 : count * share * stale.share(bin, of);
        }
        double older = found.count(bin);
        if (older > 0) {
          double each = left.share(bin, of) * reads(bin, of, pairs, earlier);
          shown += older * each;
          variance += older * each * each;
        }
      }
    }
    return new Spending(reads, expected, shown, variance);
  }

  /**
   * What reads have spent that were all sent at a level of which a sample was taken.
   *
   * @param counted as of {@link #of}
   * @param stale share of stale ones among reads at that level, 0 to 1
   * @param chance with which the sample was drawn, above 0
   */
  public static Spending ofSampled(ClassCounts counted, double stale, double chance) {
    double reads = counted.allReads().total();
    double found = counted.between().stale();
    return new Spending(reads, reads * stale, found / chance, found / chance / chance);
  }

  /** Reads that a pair stands for; 0 where none is drawn. */
  private static double reads(int bin, int keyClass, PairBudget pairs, PairBudget earlier) {
    long age = bin == AgeBins.NEVER ? RecentWrites.NEVER_WRITTEN : AgeBins.fromNanos(bin);
    int place = KeyPlace.of(keyClass, 0);
    double chance = Math.max(pairs.chance(age, place), earlier.chance(age, place));
    return chance > 0 ? 1 / chance : 0;
  }

  /**
   * The same where what is expected counts beyond what is tolerated only as far as the model is to
   * be trusted, within a factor of {@value #TRUST}; and not at all beyond it while it is learnt.
   * Estimates of the same reads differ from one second to the next by as much, and err upwards.
   *
   * @param tolerance the share of reads that may be stale
   * @param isLearning whether too little is known yet of how long writes take
   */
  public Spending trusted(double tolerance, boolean isLearning) {
    double tolerated = Math.min(expected, tolerance * reads);
    double trusted = isLearning ? tolerated : Math.max(tolerated, expected / TRUST);
    return new Spending(reads, trusted, shown, variance);
  }

  /** These and those. */
  Spending plus(Spending others) {
    return new Spending(
        reads + others.reads,
        expected + others.expected,
        shown + others.shown,
        variance + others.variance);
  }

  /** So many of the reads are stale at least, as pairs prove: a lower bound of 99 %, one-sided. */
  double proven() {
    return shown > 0 && variance > 0 ? FayFeuer.lowerBound(shown, variance, PROOF) : 0;
  }
}
