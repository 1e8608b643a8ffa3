package org.quorate.core.statistics;

/**
 * How many values at the start of a series belong to the warm-up and do not count.
 *
 * @param dropped how many values to leave out, from 0 to the length of the series
 * @param length of the series
 * @param steady whether the rest looks steady; false if the best cut is the latest that is tried,
 *     so that the series is too short or never settles, and for a series too short to judge
 */
public record WarmUpCut(int dropped, int length, boolean steady) {
  private static final int BATCH = 5;
  private static final int FEWEST_BATCHES = 10;

  /** Checks the numbers. */
  public WarmUpCut {
    if (dropped < 0 || dropped > length) {
      throw new IllegalArgumentException(
          "Of " + length + " values " + dropped + " cannot be dropped.");
    }
  }

  /**
   * The first values, however they look, as the 2017 study dropped 3 of 33 samples.
   *
   * @param count at least 0; of a shorter series all are dropped
   */
  public static WarmUpCut first(int count, int length) {
    return new WarmUpCut(Math.min(count, length), length, count < length);
  }

  /**
   * MSER-5: the cut after which the mean of the rest has the smallest squared standard error, on
   * means of five values (White, An effective truncation heuristic for bias reduction in simulation
   * output, Simulation 69, 1997; White, Cobb and Spratt, Winter Simulation Conference 2000): the d
   * that minimises Σ (z_i - mean)² / (k - d)² over the batches z_i after d. Only cuts up to the
   * middle are tried, since at the very end few batches are alike by chance; where the middle
   * itself is best, the series was still settling there and the cut is not {@link #steady()}.
   *
   * @param series equally spaced, such as throughput or watts once a second; all finite. Fewer than
   *     50 values are too few to judge: nothing is dropped
   * @throws IllegalArgumentException if a value is not finite
   */
  public static WarmUpCut mser5(double[] series) {
    int batches = series.length / BATCH;
    if (batches < FEWEST_BATCHES) {
      return new WarmUpCut(0, series.length, false);
    }
    Moments.meanOf(series);
    int half = batches / 2;
    int best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double mean = 0;
    double squares = 0;
    // Backwards, so that mean and squares grow by one batch at a time (Welford 1962).
    for (int cut = batches - 1; cut >= 0; cut--) {
      double batch = batchMean(series, cut);
      int kept = batches - cut;
      double off = batch - mean;
      mean += off / kept;
      squares += off * (batch - mean);
      double score = squares / ((double) kept * kept);
      if (cut <= half && score <= smallest) {
        smallest = score;
        best = cut;
      }
    }
    return new WarmUpCut(best * BATCH, series.length, best < half);
  }

  private static double batchMean(double[] series, int batch) {
    double sum = 0;
    for (int i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
      sum += series[i];
    }
    return sum / BATCH;
  }
}
