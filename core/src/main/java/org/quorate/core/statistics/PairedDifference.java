package org.quorate.core.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much two levels differ over blocks of the same repetitions: Student's paired t test and
 * interval on the differences (Student, Biometrika 6, 1908). Pairing takes out what all blocks of a
 * repetition have in common, such as the time of day or the age of the cluster.
 *
 * @param difference the mean of second minus first, with its interval
 * @param pValue two-sided, for a true difference of zero; 1 for a single pair, which shows nothing
 */
public record PairedDifference(BlockMean difference, double pValue) {
  /**
   * Compares pairs.
   *
   * @param first one finite number per block; element i belongs to the same repetition as element i
   *     of {@code second}
   * @param second as many numbers, at least one
   * @throws IllegalArgumentException if the sizes differ or are 0, or a value is not finite
   */
  public static PairedDifference of(List<Double> first, List<Double> second, double confidence) {
    Moments.checkPairs(first, second);
    List<Double> differences =
        IntStream.range(0, first.size()).mapToObj(i -> second.get(i) - first.get(i)).toList();
    BlockMean difference = BlockMean.of(differences, confidence);
    return new PairedDifference(difference, pValueBeyond(difference, 0));
  }

  /**
   * The same for a true difference of no more than a distance to either side of zero; 1 where the
   * mean is no farther away.
   *
   * @param distance at least 0
   */
  double pValueBeyond(double distance) {
    return pValueBeyond(difference, distance);
  }

  private static double pValueBeyond(BlockMean difference, double distance) {
    int n = difference.blocks();
    double beyond = Math.abs(difference.mean()) - distance;
    if (n == 1 || beyond <= 0) {
      return 1;
    }
    double t = beyond / (difference.standardDeviation() / Math.sqrt(n));
    return Math.min(1, 2 * TDistribution.of(n - 1).survivalProbability(t));
  }
}
