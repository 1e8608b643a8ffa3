package org.quorate.report.svg;

import java.util.List;

/** Where on the drawing a value lies. Immutable; always answers a finite coordinate. */
public interface Scale {
  /**
   * The coordinate of a value. Values outside the scale's range, infinite ones among them, are put
   * on its edge.
   *
   * @throws IllegalArgumentException for NaN
   */
  double at(double value);

  /** Round values inside the range, about so many, ascending. */
  List<Double> ticks(int about);

  /** The smallest value that the scale shows. */
  double low();

  /** The largest value that the scale shows. */
  double high();
}
