package org.quorate.core.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.StaleByAge;
import org.quorate.core.statistics.FayFeuer;

/**
 * Which share of a table's reads is stale if those of rows written within a window are raised: what
 * a model says by age, corrected by what pairs have shown, weighted by how many reads there are of
 * each age. Not thread-safe.
 *
 * <p>Two corrections are learnt, both with conjugate gamma distributions. The first, K, is of the
 * model as a whole, for ages at which it expects anything: a mean of (12 + S) / (12 + E), where S
 * of the pairs were stale and E were expected to be, so that the model alone is trusted within a
 * factor of 1.5. The second, X, is of each doubling of the age, whose pairs count beside m that
 * agree with K times the model: shape K m q + s, rate m q + e, for the model's mean q, and s stale
 * of e expected. Where the model expects anything that matters, m has it expect 20 stale ones,
 * within 50 and 1,000 pairs; else it is 50. Rows that this process never wrote are one more
 * doubling, of which the model expects nothing.
 *
 * <p>The share is a weighted sum of these. Its upper bound, at {@value #CONFIDENCE} one-sided, is
 * the quantile of a gamma distribution of the sum's mean and variance (Fay and Feuer, Confidence
 * intervals for directly standardized rates: a method based on the gamma distribution, Statistics
 * in Medicine 16, 1997), the variance that of X, once more of K, and of the reads' own counts,
 * which are but a sample of those to come. As there, one read more than were counted is taken to be
 * of the worst age that is not raised, since none may have been seen yet: of n reads at ages that
 * matter little, 3 / n are of it then, the rule of three.
 *
 * <p>Where pairs are lost, or the model was proven wrong of late, m is a part of that, so that the
 * bound is wider.
 *
 * <p>Where clocks hide what pairs look for, neither correction is below 1: that none was stale says
 * nothing then, and one that was still does.
 */
final class StaleShare {
  static final double CONFIDENCE = 0.95;
  private static final double AGREEING_STALE = 20;
  static final double FEWEST_AGREEING = 50;
  private static final double MOST_AGREEING = 1_000;
  static final double PRIOR_STALE = 12;
  static final double UNSEEN_READS = 1;

  /** What is less likely is as good as not expected; a correction of nothing would be nothing. */
  private static final double LEAST_EXPECTED = 1e-9;

  private static final int GROUPS = AgeBins.DOUBLINGS;
  private static final int BINS_TOGETHER = AgeBins.nextDoubling(0);

  private final StaleByAge model;
  private final AgeCounts reads;
  private final double all;
  private final double[] expected = new double[AgeBins.COUNT];
  private final double[] agreed = new double[GROUPS];
  private final double[] shape = new double[GROUPS];
  private final double[] rate = new double[GROUPS];
  private final double correction;
  private final double correctionShape;
  private final Map<Integer, RaisedSum> raised = new HashMap<>();

  /**
   * @param matters rates below this are not what the model is judged by, above 0
   */
  StaleShare(StaleByAge model, AgeCounts reads, AgedPairCounts pairs, double matters) {
    this(model, reads, pairs, matters, 1, false);
  }

  /**
   * @param trust in the model: so many times as many pairs are taken to have agreed with it, above
   *     0 and at most 1
   * @param onlyRaised whether pairs can only make it more
   */
  StaleShare(
      StaleByAge model,
      AgeCounts reads,
      AgedPairCounts pairs,
      double matters,
      double trust,
      boolean onlyRaised) {
    this.model = model;
    this.reads = reads;
    this.all = reads.total() + UNSEEN_READS;
    double shown = 0;
    double foreseen = 0;
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      double modelled = bin == AgeBins.NEVER ? 0 : model.at(seconds(bin), 1);
      expected[bin] = Math.max(LEAST_EXPECTED, modelled);
      if (modelled >= matters) {
        shown += pairs.stale().count(bin);
        foreseen += pairs.compared().count(bin) * modelled;
      }
    }
    this.correctionShape = PRIOR_STALE + shown;
    double corrected = correctionShape / (PRIOR_STALE + foreseen);
    this.correction = onlyRaised ? Math.max(1, corrected) : corrected;
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      int group = AgeBins.doubling(bin);
      agreed[group] += expected[bin] / (bin == AgeBins.NEVER ? 1 : BINS_TOGETHER);
      shape[group] += pairs.stale().count(bin);
      rate[group] += pairs.compared().count(bin) * expected[bin];
    }
    for (int group = 0; group < GROUPS; group++) {
      agreed[group] *= trust * agreeing(agreed[group], matters);
    }
    for (int group = 0; group < GROUPS; group++) {
      shape[group] += correction * agreed[group];
      rate[group] += agreed[group];
      if (onlyRaised && shape[group] < rate[group]) {
        shape[group] = agreed[group];
        rate[group] = agreed[group];
      }
    }
  }

  /** Pairs that are taken to have agreed with what is expected. */
  static double agreeing(double expected, double matters) {
    return expected < matters
        ? FEWEST_AGREEING
        : Math.max(FEWEST_AGREEING, Math.min(MOST_AGREEING, AGREEING_STALE / expected));
  }

  static double seconds(int bin) {
    return AgeBins.fromNanos(bin) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /**
   * The upper bound of the share of all reads that are stale and older than a window.
   *
   * @param bin that begins where the window ends; {@link AgeBins#NEVER} for a window of any length
   * @return 0 or more
   */
  double olderThan(int bin) {
    double[] weights = new double[GROUPS];
    double variance = 0;
    for (int older = bin; older < AgeBins.COUNT; older++) {
      double count = reads.count(older) + (older == bin ? UNSEEN_READS : 0);
      int group = AgeBins.doubling(older);
      weights[group] += count / all * expected[older];
      double each = expected[older] * shape[group] / rate[group] / all;
      variance += count * each * each;
    }
    double mean = 0;
    double common = 0;
    for (int group = 0; group < GROUPS; group++) {
      if (weights[group] > 0) {
        double per = weights[group] / rate[group];
        mean += per * shape[group];
        variance += per * per * shape[group];
        common += per * correction * agreed[group];
      }
    }
    variance += common * common / correctionShape;
    return quantile(mean, variance);
  }

  /**
   * The upper bound of the share of all reads that are stale though they are within the window and
   * raised; pairs say nothing of these.
   *
   * @param bin that begins where the window ends
   * @param readReplicas that answer a raised read
   */
  double within(int bin, int readReplicas) {
    RaisedSum sum = raised.computeIfAbsent(readReplicas, RaisedSum::new);
    double mean = correction * sum.youngerThan(bin);
    double ofCounts = correction * correction * sum.squares[bin];
    return quantile(mean, mean * mean / correctionShape + ofCounts);
  }

  /** Of one level: a model can be dear, so it is asked once for each bin, as far as needed. */
  private final class RaisedSum {
    private final int readReplicas;
    private final double[] sums = new double[AgeBins.COUNT];
    private final double[] squares = new double[AgeBins.COUNT];
    private int newest;

    RaisedSum(int readReplicas) {
      this.readReplicas = readReplicas;
    }

    double youngerThan(int bin) {
      for (; newest < bin; newest++) {
        double count = reads.count(newest) + (newest == 0 ? UNSEEN_READS : 0);
        double each = count == 0 ? 0 : model.at(seconds(newest), readReplicas) / all;
        sums[newest + 1] = sums[newest] + count * each;
        squares[newest + 1] = squares[newest] + count * each * each;
      }
      return sums[bin];
    }
  }

  /** The upper bound of a sum of that mean and variance. */
  static double quantile(double mean, double variance) {
    return isAsGoodAsKnown(mean, variance) ? mean : FayFeuer.upperBound(mean, variance, CONFIDENCE);
  }

  /** Whether that bound is within a limit. */
  static boolean isWithin(double limit, double mean, double variance) {
    return isAsGoodAsKnown(mean, variance)
        ? mean <= limit
        : FayFeuer.isUpperBoundWithin(limit, mean, variance, CONFIDENCE);
  }

  /** So little that its distribution cannot be computed is nothing. */
  private static boolean isAsGoodAsKnown(double mean, double variance) {
    return mean < LEAST_EXPECTED * LEAST_EXPECTED
        || variance <= 0
        || mean * mean / variance < LEAST_EXPECTED;
  }

  /**
   * How likely a read of a bin is stale at one replica for this process's own writes, as the model
   * has it.
   */
  double expected(int bin) {
    return expected[bin];
  }

  /** The same as pairs have corrected it; 0 to 1. */
  double likely(int bin) {
    return Math.min(1, expected[bin] * shape[AgeBins.doubling(bin)] / rate[AgeBins.doubling(bin)]);
  }

  /** How many times as likely pairs have shown it to be as the model has it, as a whole. */
  double correction() {
    return correction;
  }

  /** The share of all reads that are of rows written within a window. */
  double shareWithin(int bin) {
    double within = 0;
    for (int younger = 0; younger < bin; younger++) {
      within += reads.count(younger);
    }
    return reads.total() > 0 ? within / reads.total() : 0;
  }
}
