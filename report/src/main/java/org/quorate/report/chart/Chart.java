package org.quorate.report.chart;

/** A picture that can lay itself out for any width. Immutable. */
public interface Chart {
  /** Below this width a chart uses its narrow layout. */
  double NARROW = 520;

  /** Width for which the narrow variant is drawn: a telephone's column. */
  double PHONE = 360;

  /** Short name, lower case with hyphens, unique in a report; used for ids and file names. */
  String name();

  /** What the chart shows, one line. */
  String title();

  /** What a reader would see in it, for those who cannot. */
  String description();

  /**
   * The chart as an SVG element.
   *
   * @param width of the view box in pixels, at least 280
   * @param style a style sheet to embed, or empty
   */
  String draw(double width, String style);
}
