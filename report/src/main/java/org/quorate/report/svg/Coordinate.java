package org.quorate.report.svg;

/** Numbers as SVG wants them. */
final class Coordinate {
  private Coordinate() {}

  /**
   * The shortest text of a coordinate rounded to a tenth of a pixel.
   *
   * @throws IllegalArgumentException for a coordinate that is not finite: a browser would drop the
   *     element without a word
   */
  static String text(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("A drawing cannot hold the coordinate " + value + ".");
    }
    long tenths = Math.round(value * 10);
    if (tenths % 10 == 0) {
      return Long.toString(tenths / 10);
    }
    long absolute = Math.abs(tenths);
    String whole = absolute < 10 ? "" : Long.toString(absolute / 10);
    return (tenths < 0 ? "-" : "") + whole + "." + absolute % 10;
  }
}
