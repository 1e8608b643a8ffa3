package org.quorate.report.chart;

import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.study.summary.Mean;

/** Small parts that several charts draw in the same way. */
final class Glyphs {
  private Glyphs() {}

  /** A horizontal interval with end caps; nothing where the interval is not known. */
  static void whisker(Drawing drawing, Scale scale, Mean estimate, double y) {
    if (!known(estimate)) {
      return;
    }
    double low = scale.at(estimate.low());
    double high = scale.at(estimate.high());
    PathData path = new PathData().move(low, y).horizontal(high);
    drawing.path(path.move(low, y - 4).down(8).move(high, y - 4).down(8), "whisker");
  }

  /** A vertical interval with end caps. */
  static void upright(Drawing drawing, Scale scale, Mean estimate, double x) {
    if (!known(estimate)) {
      return;
    }
    double low = scale.at(estimate.low());
    double high = scale.at(estimate.high());
    PathData path = new PathData().move(x, low).vertical(high);
    path.move(x - 4, low).horizontal(x + 4).move(x - 4, high).horizontal(x + 4);
    drawing.path(path, "whisker");
  }

  /** Thin intervals in both directions, for points that are many. */
  static void cross(Drawing drawing, Scale horizontal, Mean across, Scale vertical, Mean up) {
    double x = horizontal.at(across.mean());
    double y = vertical.at(up.mean());
    PathData path = new PathData();
    if (known(across)) {
      path.move(horizontal.at(across.low()), y).horizontal(horizontal.at(across.high()));
    }
    if (known(up)) {
      path.move(x, vertical.at(up.low())).vertical(vertical.at(up.high()));
    }
    drawing.path(path, "thin");
  }

  static boolean known(Mean estimate) {
    return !Double.isNaN(estimate.low()) && !Double.isNaN(estimate.high());
  }
}
