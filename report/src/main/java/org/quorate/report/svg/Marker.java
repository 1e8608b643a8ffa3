package org.quorate.report.svg;

/**
 * Shapes of data points, told apart without colour, also by some being hollow. Each has a dash
 * pattern that lines of the same meaning use.
 */
public enum Marker {
  CIRCLE(false),
  DIAMOND(true),
  SQUARE(false),
  TRIANGLE(true),
  CROSS(true),
  WEDGE(false),
  PLUS(true);

  private final boolean hollow;

  Marker(boolean hollow) {
    this.hollow = hollow;
  }

  /** Whether only the outline is drawn. */
  public boolean hollow() {
    return hollow;
  }

  /** The marker for the n-th level of a factor, from 0; they repeat. */
  public static Marker of(int index) {
    return values()[Math.floorMod(index, values().length)];
  }

  /** Path data of the shape around a centre, of about equal area for every shape. */
  public PathData at(double x, double y, double radius) {
    PathData path = new PathData();
    return switch (this) {
      case CIRCLE -> path.circle(x, y, radius);
      case DIAMOND -> {
        double r = radius * 1.25;
        yield path.move(x, y - r).line(x + r, y).line(x, y + r).line(x - r, y).close();
      }
      case SQUARE -> {
        double r = radius * 0.9;
        yield path.move(x - r, y - r)
            .line(x + r, y - r)
            .line(x + r, y + r)
            .line(x - r, y + r)
            .close();
      }
      case TRIANGLE -> {
        double r = radius * 1.2;
        yield path.move(x, y - r).line(x + r, y + r * 0.8).line(x - r, y + r * 0.8).close();
      }
      case CROSS -> {
        double r = radius;
        yield path.move(x - r, y - r).line(x + r, y + r).move(x - r, y + r).line(x + r, y - r);
      }
      case WEDGE -> {
        double r = radius * 1.2;
        yield path.move(x, y + r).line(x + r, y - r * 0.8).line(x - r, y - r * 0.8).close();
      }
      case PLUS -> {
        double r = radius * 1.2;
        yield path.move(x - r, y).line(x + r, y).move(x, y - r).line(x, y + r);
      }
    };
  }
}
