package org.quorate.core.policy;

import java.util.List;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Evidence;

/**
 * Which share of a table's reads is stale where other processes write it too, class by class of
 * keys. Not thread-safe.
 *
 * <p><b>What rates say.</b> For each write whose age is counted others do v, which nobody's ages
 * tell, and of each key in that proportion. How often this process writes a key of a class is seen
 * from the ages of its own writes: of the class's reads a share p finds one younger than t, so that
 * a key's rate, weighted by reads, is about -ln(1 - p) / t. Here t is the age below which there are
 * {@value #ENOUGH_YOUNG} reads, but at most the time that has no part in a key's class, so that the
 * class is not made by what is counted. A write is unseen by a read of one replica for V seconds on
 * average, the integral over ages of what the model says; so a read of the class is stale for the
 * writes of others with a chance of at most
 *
 * <p>F = min(q<sub>0</sub>, v V -ln(1 - p) / t)
 *
 * <p>with q<sub>0</sub> that of a write just completed: the closed form of a random read, without
 * its exponential, which only makes it greater. The own write's share is added by its age.
 *
 * <p><b>What pairs say</b>, of ages from the window's end on. All of these expectations are
 * multiplied by K, a gamma distribution as in {@link StaleShare}: (12 + S) / (12 + E); but where
 * the pairs alone, beside 50 that agree with nothing, show more than that, by what they show. So a
 * model that knows nothing of what happens is not trusted, however sure it is. Where v is not known
 * there is no scale but what pairs show, and less than 12 stale ones are none. For each class there
 * is X besides, as for a doubling of the age in {@link StaleShare}: shape K m q + s, rate m q + e.
 * Rows that this process wrote and those that it never wrote have an X each, and a K each where
 * their own pairs show more than all together: as many pairs are drawn of few reads as of many.
 * Where clocks hide what others make stale, neither K nor X is below 1.
 *
 * <p>The bound is the gamma quantile of the sum's mean and variance, of which each class brings
 * that of its correction, its reads' counts (one more than were counted), its rate's count of young
 * writes, and of which keys are drawn where it has a mix; and all together that of K. Keys of class
 * c have 2<sup>c</sup> / 16 accesses at most in the time that reads are counted for, so that of n
 * reads the squares of the keys' shares sum up to 2<sup>c</sup> / 16 n at most; those of the
 * hottest class, which has no limit, to 1. Where they may be more than a twentieth, as of less than
 * twenty keys, a mix counts for nothing but its weaker level.
 */
final class ClassShares {
  private static final double ENOUGH_YOUNG = 20;
  private static final double MOST_YOUNG = 0.999;
  private static final double OF_FEW_KEYS = 0.05;

  /** Where pairs show that others write, counts that show none have missed them. */
  private static final double FEWEST_OTHERS = 0.1;

  private static final int CLASSES = KeyPlace.CLASSES;

  private final StaleShare own;
  private final ClassCounts counts;
  private final double others;
  private final double likeOwn;
  private final boolean onlyRaised;
  private final double matters;
  private final double all;
  private final double[] foreign = new double[CLASSES];
  private final double[] young = new double[CLASSES];

  /**
   * @param own what own writes make stale, of all classes
   * @param evidence whose counts by class, and writes by others, it goes by
   * @param matters as of {@link StaleShare}
   */
  ClassShares(StaleShare own, Evidence evidence, double matters) {
    this.own = own;
    this.counts = evidence.classes();
    this.others = evidence.othersWrites();
    this.likeOwn = evidence.likeOwn();
    this.onlyRaised = evidence.clocksApart();
    this.matters = matters;
    double sum = 0;
    for (AgeCounts reads : counts.reads()) {
      sum += reads.total() + StaleShare.UNSEEN_READS;
    }
    this.all = sum;
    double unseenSeconds = 0;
    for (int bin = 0; bin < AgeBins.OLDEST; bin++) {
      unseenSeconds += own.expected(bin) * (StaleShare.seconds(bin + 1) - StaleShare.seconds(bin));
    }
    double each =
        Math.max(1, own.correction()) * (isScaleKnown() ? Math.max(FEWEST_OTHERS, others) : 1);
    for (int of = 0; of < CLASSES; of++) {
      double rate = ownWriteRate(of);
      foreign[of] = Math.min(own.expected(0), each * unseenSeconds * rate);
    }
  }

  /** Whether it is known how much others write. */
  boolean isScaleKnown() {
    return !Double.isNaN(others);
  }

  /** Of a key of a class, weighted by reads, in writes per second; what is not known is much. */
  private double ownWriteRate(int of) {
    AgeCounts reads = counts.reads().get(of);
    double total = reads.total();
    if (total < 1) {
      return Double.POSITIVE_INFINITY;
    }
    int last = AgeBins.of(AccessSketch.FROZEN_FOR.toNanos());
    double found = 0;
    int bin = 0;
    while (bin < last && found < ENOUGH_YOUNG) {
      found += reads.count(bin);
      bin++;
    }
    young[of] = found;
    double share = Math.min(MOST_YOUNG, (found + 1) / (total + 1));
    return -Math.log1p(-share) / StaleShare.seconds(bin);
  }

  /**
   * Of the shares that the keys of a class have in some of its reads, at most.
   *
   * @param count of those reads
   */
  private static double squaresOfKeys(int of, double count) {
    return of == CLASSES - 1 ? 1 : Math.min(1, AccessSketch.mostAccesses(of) / count);
  }

  /** How likely a read is stale at one replica, before pairs are asked. */
  private double expected(int of, int bin) {
    double byOwn = bin == AgeBins.NEVER ? 0 : own.correction() * own.expected(bin);
    return Math.min(1, byOwn + foreign[of]);
  }

  /** How many times as likely reads are stale as rates say, and the variance of that. */
  private record Scale(double factor, double relativeVariance) {}

  /** What pairs have shown, and what was foreseen of them. */
  private static final class Pairs {
    double compared;
    double foreseen;
    double shown;

    /** Where these pairs alone show more than that, what they show. */
    Scale atLeast(Scale other) {
      double factor =
          shown == 0 ? 0 : shown / (StaleShare.FEWEST_AGREEING + compared) * compared / foreseen;
      return factor > other.factor ? new Scale(factor, 1 / shown) : other;
    }
  }

  /** Reads and pairs of some ages, by class. */
  private final class Part {
    final Pairs pairs = new Pairs();
    final double[] reads = new double[CLASSES];
    final double[] weights = new double[CLASSES];
    final double[] ofReads = new double[CLASSES];
    final double[] foreseen = new double[CLASSES];
    final double[] shown = new double[CLASSES];

    /**
     * @param first bin
     * @param end bin after the last
     * @param unseen reads that are taken to be of the first bin
     * @param sum to which its pairs are added
     */
    Part(int first, int end, double unseen, Pairs sum) {
      for (int of = 0; of < CLASSES; of++) {
        AgeCounts counted = counts.reads().get(of);
        AgedPairCounts paired = counts.pairs().get(of);
        boolean isEmpty =
            counted.total() == 0 && paired.compared().total() + paired.stale().total() == 0;
        for (int bin = first; bin < (isEmpty ? Math.min(end, first + 1) : end); bin++) {
          double each = expected(of, bin);
          double count = counted.count(bin) + (bin == first ? unseen : 0);
          reads[of] += count / all;
          weights[of] += count / all * each;
          ofReads[of] += count * each * each / all / all;
          foreseen[of] += paired.compared().count(bin) * each;
          shown[of] += paired.stale().count(bin);
          pairs.compared += paired.compared().count(bin);
        }
        pairs.foreseen += foreseen[of];
        pairs.shown += shown[of];
      }
      sum.compared += pairs.compared;
      sum.foreseen += pairs.foreseen;
      sum.shown += pairs.shown;
    }
  }

  /** What is stale of reads older than a window, which begins with this bin. */
  Older olderThan(int bin) {
    return new Older(bin);
  }

  /** Reads of each class that are older than a window. */
  final class Older {
    private final double[] reads = new double[CLASSES];
    private final double[] means = new double[CLASSES];
    private final double[] variances = new double[CLASSES];
    private final double[] common = new double[CLASSES];
    private final double[] squares = new double[CLASSES];
    private final boolean isKnown;

    private Older(int window) {
      Pairs both = new Pairs();
      Part written = new Part(window, AgeBins.NEVER, StaleShare.UNSEEN_READS, both);
      Part never =
          new Part(
              AgeBins.NEVER,
              AgeBins.COUNT,
              window == AgeBins.NEVER ? StaleShare.UNSEEN_READS : 0,
              both);
      double prior = isScaleKnown() ? StaleShare.PRIOR_STALE : 0;
      isKnown = prior + both.shown >= StaleShare.PRIOR_STALE;
      double byAll = (prior + both.shown) / (prior + both.foreseen);
      double factor = onlyRaised ? Math.max(1, byAll) : byAll;
      Scale plain = both.atLeast(new Scale(factor, 1 / (prior + both.shown)));
      add(written, written.pairs.atLeast(plain));
      add(never, never.pairs.atLeast(plain));
      for (int of = 0; of < CLASSES; of++) {
        variances[of] += means[of] * means[of] / (young[of] + 1);
        squares[of] = squaresOfKeys(of, reads[of] * all / likeOwn);
      }
    }

    /** Each class has a correction of its own in each part, since pairs are not drawn as reads. */
    private void add(Part part, Scale scale) {
      for (int of = 0; of < CLASSES; of++) {
        if (part.reads[of] > 0) {
          double mean = part.weights[of] / part.reads[of];
          double agreed = mean * StaleShare.agreeing(mean, matters) * counts.answered();
          double shape = scale.factor * agreed + part.shown[of];
          double rate = agreed + part.foreseen[of];
          if (onlyRaised && shape < rate) {
            shape = agreed;
            rate = agreed;
          }
          double corrected = shape / rate;
          reads[of] += part.reads[of];
          means[of] += part.weights[of] * corrected;
          variances[of] +=
              part.weights[of] * part.weights[of] * shape / rate / rate
                  + part.ofReads[of] * corrected * corrected;
          common[of] +=
              part.weights[of] * scale.factor * agreed / rate * Math.sqrt(scale.relativeVariance);
        }
      }
    }

    /** Shares of all reads, by class. */
    double[] reads() {
      return reads.clone();
    }

    /** Shares of all reads that are expected to be stale at one replica, by class. */
    double[] means() {
      return means.clone();
    }

    /** The share of the reads of each class that is expected to be stale at one replica. */
    double[] perRead() {
      double[] shares = new double[CLASSES];
      for (int of = 0; of < CLASSES; of++) {
        shares[of] = reads[of] > 0 ? Math.min(1, means[of] / reads[of]) : 0;
      }
      return shares;
    }

    /** Whether anything tells how much is stale. */
    boolean isKnown() {
      return isKnown;
    }

    /**
     * The upper bound of the share of all reads that are stale.
     *
     * @param left of what would be stale if all were read at one replica
     */
    double bound(List<LevelMixes.Left> left) {
      return StaleShare.quantile(mean(left), variance(left));
    }

    /** Whether that bound is within a limit. */
    boolean isWithin(double limit, List<LevelMixes.Left> left) {
      return StaleShare.isWithin(limit, mean(left), variance(left));
    }

    private double mean(List<LevelMixes.Left> left) {
      double mean = 0;
      for (int of = 0; of < CLASSES; of++) {
        mean += share(of, left) * means[of];
      }
      return mean;
    }

    private double variance(List<LevelMixes.Left> left) {
      double variance = 0;
      double together = 0;
      for (int of = 0; of < CLASSES; of++) {
        double share = share(of, left);
        double ofKeys = left.get(of).variance() * squares[of] * means[of] * means[of];
        variance += share * share * variances[of] + ofKeys;
        together += share * common[of];
      }
      return variance + together * together;
    }

    /** Of few keys it may be just the one that matters that is not drawn. */
    private double share(int of, List<LevelMixes.Left> left) {
      return squares[of] > OF_FEW_KEYS ? left.get(of).most() : left.get(of).share();
    }
  }
}
