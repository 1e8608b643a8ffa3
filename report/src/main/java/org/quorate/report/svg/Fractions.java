package org.quorate.report.svg;

/** Shares of a length. */
final class Fractions {
  private Fractions() {}

  /** The fraction, put on the nearer edge where it lies outside 0 to 1. */
  static double inside(double fraction) {
    if (Double.isNaN(fraction)) {
      throw new IllegalArgumentException("A value that is not a number has no place on a scale.");
    }
    return Math.max(0, Math.min(1, fraction));
  }
}
