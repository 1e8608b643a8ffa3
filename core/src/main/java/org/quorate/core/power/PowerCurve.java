package org.quorate.core.power;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Watts of a host by the utilisation of its processors: straight lines between points. Two points
 * make the linear model, watts = idle + (busy - idle) utilisation (Fan, Weber and Barroso, ISCA
 * 2007, whose second formula with an exponent of 1.4 fits servers of their time but overstates
 * later ones).
 *
 * @param points ascending in utilisation, from 0 to 1
 */
public record PowerCurve(List<Point> points) {
  /**
   * One point.
   *
   * @param utilisation processor time over the processor time there is, 0 to 1
   * @param watts above 0
   */
  public record Point(double utilisation, double watts) {}

  /**
   * Checks the points.
   *
   * @throws IllegalArgumentException if they do not start at 0, end at 1 and ascend, or a power is
   *     not above 0
   */
  public PowerCurve {
    points = List.copyOf(points);
    double last = Double.NEGATIVE_INFINITY;
    for (Point point : points) {
      if (!(point.utilisation() > last) || !(point.watts() > 0)) {
        throw new IllegalArgumentException(
            "The points of a power curve ascend in utilisation and have more than 0 W, but "
                + point
                + " does not.");
      }
      last = point.utilisation();
    }
    if (points.size() < 2 || points.get(0).utilisation() != 0 || last != 1) {
      throw new IllegalArgumentException(
          "A power curve goes from utilisation 0 to 1, but this one is " + points + ".");
    }
  }

  /** The linear model. */
  public static PowerCurve linear(double idleWatts, double busyWatts) {
    return new PowerCurve(List.of(new Point(0, idleWatts), new Point(1, busyWatts)));
  }

  /**
   * A curve through points that are equally far apart, as SPECpower publishes them.
   *
   * @param watts at utilisation 0, at equal steps, and at 1; at least two
   */
  public static PowerCurve evenly(List<Double> watts) {
    int steps = watts.size() - 1;
    return new PowerCurve(
        IntStream.rangeClosed(0, steps)
            .mapToObj(i -> new Point(i / (double) steps, watts.get(i)))
            .toList());
  }

  /**
   * Watts at a utilisation.
   *
   * @param utilisation clamped to 0 to 1
   */
  public double watts(double utilisation) {
    double at = Math.min(1, Math.max(0, utilisation));
    Point before = points.get(0);
    for (Point point : points) {
      if (at <= point.utilisation()) {
        double width = point.utilisation() - before.utilisation();
        return width == 0
            ? point.watts()
            : before.watts()
                + (point.watts() - before.watts()) * (at - before.utilisation()) / width;
      }
      before = point;
    }
    return before.watts();
  }

  /**
   * The least utilisation that takes so much, of a curve that never falls; 0 for less than the host
   * takes at rest, and 1 for more than at full use.
   */
  public double utilisation(double watts) {
    Point before = points.get(0);
    if (watts <= before.watts()) {
      return 0;
    }
    for (Point point : points) {
      if (watts <= point.watts()) {
        return before.utilisation()
            + (point.utilisation() - before.utilisation())
                * (watts - before.watts())
                / (point.watts() - before.watts());
      }
      before = point;
    }
    return 1;
  }

  /** Watts at rest. */
  public double idleWatts() {
    return points.get(0).watts();
  }

  /** Watts at full use. */
  public double busyWatts() {
    return points.get(points.size() - 1).watts();
  }
}
