package org.quorate.report.chart;

import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Marker;

/**
 * How one cell looks wherever it appears: a hue for the level of one factor, and a marker and dash
 * for the level of another.
 *
 * @param hue number of the colour class, 0 to 7
 * @param shape number of the marker and dash class, from 0; -1 for none
 */
public record Look(int hue, int shape) {
  /** Of a thing that is no cell. */
  public static final Look NEUTRAL = new Look(Looks.HUES - 1, -1);

  /** What a page's legend says of a mark, so that turning a level off there hides the mark. */
  public enum Listed {
    /** Its colour is that of a level in the legend. */
    HUE,
    /** Its marker is that of a level in the legend. */
    SHAPE,
    /** Colour and marker mean something of the chart's own. */
    NOT
  }

  public Marker marker() {
    return shape < 0 ? Marker.CIRCLE : Marker.of(shape);
  }

  /** Opens the group of a mark that looks so; what is no cell is not in the legend. */
  void mark(Drawing drawing, String hover) {
    if (equals(NEUTRAL)) {
      drawing.mark(hover);
    } else {
      drawing.mark(hue, shape, hover);
    }
  }

  /** Opens the group of a mark of which the legend knows the colour, the marker, or nothing. */
  void mark(Drawing drawing, Listed listed, String hover) {
    drawing.mark(
        switch (listed) {
          case HUE -> "h" + hue;
          case SHAPE -> "c" + hue + " s" + shape;
          case NOT -> "c" + hue;
        },
        hover);
  }
}
