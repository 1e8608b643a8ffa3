package org.quorate.core.distribution;

/** Partial sums of the zeta function. Stateless. */
public final class Zeta {
  /** Terms added one by one before the rest is taken from the Euler-Maclaurin formula. */
  private static final int HEAD = 1000;

  private Zeta() {}

  /**
   * The generalised harmonic number: the sum of k^-theta for k from 1 to {@code terms}, with a
   * relative error below 1e-12 in constant time (Euler-Maclaurin formula with two correction terms
   * beyond the first thousand terms).
   *
   * @param terms at least 0
   * @param theta at least 0 and at most 10
   */
  public static double partial(long terms, double theta) {
    if (terms < 0 || !(theta >= 0 && theta <= 10)) {
      throw new IllegalArgumentException(
          "There is no sum of " + terms + " terms with theta " + theta + ".");
    }
    double sum = 0;
    // Small terms first, so that they are not lost against the large ones.
    for (long k = Math.min(terms, HEAD); k >= 1; k--) {
      sum += Math.pow((double) k, -theta);
    }
    return terms <= HEAD ? sum : sum + tail(HEAD, (double) terms, theta);
  }

  /** The sum of k^-theta for k from {@code a + 1} to {@code b}. */
  private static double tail(double a, double b, double theta) {
    double ratio = Math.log(b / a);
    double integral = Math.pow(a, 1 - theta) * ratio * expm1Over((1 - theta) * ratio);
    double ends = (Math.pow(b, -theta) - Math.pow(a, -theta)) / 2;
    double first = theta * (Math.pow(a, -theta - 1) - Math.pow(b, -theta - 1)) / 12;
    double second =
        theta
            * (theta + 1)
            * (theta + 2)
            * (Math.pow(a, -theta - 3) - Math.pow(b, -theta - 3))
            / 720;
    return integral + ends + first - second;
  }

  /** {@code (e^x - 1) / x}, continued to 1 at zero. */
  private static double expm1Over(double x) {
    return Math.abs(x) < 1e-12 ? 1 + x / 2 : Math.expm1(x) / x;
  }
}
