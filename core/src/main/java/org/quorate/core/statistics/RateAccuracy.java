package org.quorate.core.statistics;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.quorate.core.random.SeededRandom;

/**
 * How well rates were predicted, over checks that come in clusters.
 *
 * @param squaredError mean of the errors' squares less what sampling adds, with 95 %; may be below
 *     0 where nothing but sampling is seen
 * @param bias mean of predicted less counted, with 95 %
 * @param held mean share that intervals of 95 % hold of what was counted, with 99 %; by sampling
 *     alone where predictions have no bounds
 */
public record RateAccuracy(ClusteredMean squaredError, ClusteredMean bias, ClusteredMean held) {
  /** Of the intervals that are to hold what is counted. */
  public static final double NOMINAL = 0.95;

  private static final double CONFIDENCE_OF_HELD = 0.99;
  private static final int RESAMPLES = 10_000;

  /**
   * Looks at some predictions.
   *
   * @param clusters at least one, none empty
   * @param seed of the bootstraps
   */
  public static RateAccuracy of(List<List<RateCheck>> clusters, long seed) {
    return new RateAccuracy(
        mean(clusters, RateCheck::squaredError, NOMINAL, seed),
        mean(clusters, RateCheck::error, NOMINAL, seed),
        mean(clusters, check -> check.held(NOMINAL), CONFIDENCE_OF_HELD, seed));
  }

  private static ClusteredMean mean(
      List<List<RateCheck>> clusters,
      ToDoubleFunction<RateCheck> number,
      double confidence,
      long seed) {
    return ClusteredMean.of(
        clusters.stream()
            .map(checks -> checks.stream().map(number::applyAsDouble).toList())
            .toList(),
        confidence,
        RESAMPLES,
        SeededRandom.stream(seed, 0));
  }

  /** The root of the mean squared error, held to at least 0. */
  public double rootMeanSquaredError() {
    return root(squaredError.mean());
  }

  /** Its interval: the same of the squares' bounds. */
  public Interval rootInterval() {
    Interval squares = squaredError.interval();
    return new Interval(root(squares.low()), root(squares.high()), squares.confidence());
  }

  private static double root(double square) {
    return Math.sqrt(Math.max(0, square));
  }
}
