package org.quorate.report.svg;

/**
 * The {@code d} attribute of a path, written step by step with coordinates in tenths of a pixel.
 */
public final class PathData {
  private final StringBuilder data = new StringBuilder();

  /** Starts a new line at a point. */
  public PathData move(double x, double y) {
    return step('M', x, y);
  }

  /** A straight line to a point. */
  public PathData line(double x, double y) {
    return step('L', x, y);
  }

  /** A horizontal line. */
  public PathData horizontal(double x) {
    data.append('H').append(Coordinate.text(x));
    return this;
  }

  /** A vertical line. */
  public PathData vertical(double y) {
    data.append('V').append(Coordinate.text(y));
    return this;
  }

  /** A vertical line of a given length. */
  public PathData down(double length) {
    data.append('v').append(Coordinate.text(length));
    return this;
  }

  /** A whole circle. */
  public PathData circle(double x, double y, double radius) {
    String r = Coordinate.text(radius);
    step('M', x - radius, y);
    String diameter = Coordinate.text(radius * 2);
    data.append("a" + r + "," + r + " 0 1,0 " + diameter + ",0");
    data.append("a" + r + "," + r + " 0 1,0 -" + diameter + ",0z");
    return this;
  }

  /** Back to where the line started. */
  public PathData close() {
    data.append('z');
    return this;
  }

  /** Whether nothing has been drawn. */
  public boolean isEmpty() {
    return data.isEmpty();
  }

  private PathData step(char command, double x, double y) {
    data.append(command).append(Coordinate.text(x)).append(',').append(Coordinate.text(y));
    return this;
  }

  @Override
  public String toString() {
    return data.toString();
  }
}
