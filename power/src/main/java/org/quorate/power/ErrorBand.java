package org.quorate.power;

import java.util.List;

/**
 * How far off what a meter or a model tells may be, as shares of it. What lies within is never
 * claimed as a difference.
 *
 * @param level of its watts and joules; infinite where nobody has said it
 * @param comparison of the ratio of two of its numbers, of which an error common to both is no
 *     part; infinite likewise
 * @param dynamic of the ratio of what lies above idle in two of its numbers; NaN where nobody has
 *     said more than {@code comparison}, so that it follows from the share that lies above idle
 */
public record ErrorBand(double level, double comparison, double dynamic) {
  /** What is not known to be off at all. */
  public static final ErrorBand NONE = new ErrorBand(0, 0, Double.NaN);

  /** What nobody has said anything of. */
  public static final ErrorBand UNKNOWN =
      new ErrorBand(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN);

  /**
   * @throws IllegalArgumentException if a share is negative
   */
  public ErrorBand {
    if (!(level >= 0) || !(comparison >= 0) || dynamic < 0) {
      throw new IllegalArgumentException("An error is at least 0.");
    }
  }

  /** The same share of numbers and of their ratios. */
  public static ErrorBand of(double share) {
    return new ErrorBand(share, share, Double.NaN);
  }

  /** Whether anybody has said how far off the numbers may be. */
  public boolean isKnown() {
    return Double.isFinite(level) && Double.isFinite(comparison);
  }

  /**
   * The error of a sum: each part counts by its joules, all of them taken to err to one side.
   *
   * @param parts at least one
   * @param joules of each part, in the same order
   */
  public static ErrorBand ofSum(List<ErrorBand> parts, List<Double> joules) {
    double sum = joules.stream().mapToDouble(Math::abs).sum();
    double level = 0;
    double comparison = 0;
    double dynamic = 0;
    for (int i = 0; i < parts.size(); i++) {
      // A part without joules adds no error, however little is known of it.
      double share = parts.size() == 1 ? 1 : sum == 0 ? 0 : Math.abs(joules.get(i)) / sum;
      if (share > 0) {
        level += share * parts.get(i).level();
        comparison += share * parts.get(i).comparison();
        dynamic += share * parts.get(i).dynamic();
      }
    }
    return new ErrorBand(level, comparison, dynamic);
  }
}
