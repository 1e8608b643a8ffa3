package org.quorate.report.svg;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One SVG image, written element by element. Not thread-safe.
 *
 * <p>Every image has a role, a title and a description for readers who cannot see it. A part that
 * stands for data is a {@link #mark group with a title}, which browsers show when the pointer rests
 * on it and which the page's script shows at once.
 */
public final class Drawing {
  /** Which end of a text its coordinate is. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** Around an image that stands alone. */
  private static final double MARGIN = 14;

  private final StringBuilder out = new StringBuilder(4096);
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * @param id unique in the document that the image goes into
   * @param width and height of the view box, in pixels at the size the image is designed for
   * @param style a style sheet to put inside, with a background and a margin; or empty where the
   *     document has them
   */
  public Drawing(
      String id, double width, double height, String title, String description, String style) {
    String name = Markup.escape(id);
    double margin = style.isEmpty() ? 0 : MARGIN;
    String corner = Coordinate.text(0 - margin);
    String size = Coordinate.text(width + 2 * margin) + " " + Coordinate.text(height + 2 * margin);
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\"");
    attribute("viewBox", corner + " " + corner + " " + size);
    attribute("width", Coordinate.text(width + 2 * margin));
    attribute("height", Coordinate.text(height + 2 * margin));
    attribute("aria-labelledby", name + "-t " + name + "-d");
    out.append("><title id=\"").append(name).append("-t\">").append(Markup.escape(title));
    out.append("</title><desc id=\"").append(name).append("-d\">");
    out.append(Markup.escape(description)).append("</desc>");
    if (!style.isEmpty()) {
      out.append("<style>").append(Markup.escape(style)).append("</style>");
      out.append("<rect x=\"" + corner + "\" y=\"" + corner + "\" width=\"100%\"");
      out.append(" height=\"100%\" class=\"paper\"/>");
    }
    open.push("svg");
  }

  /** Opens a group of elements with classes. */
  public Drawing group(String classes) {
    out.append("<g");
    attribute("class", classes);
    out.append('>');
    open.push("g");
    return this;
  }

  /**
   * Opens a group that stands for data.
   *
   * @param hue and shape place it in the legend; the page's script hides groups by them
   * @param hover what to show when the pointer rests on it
   */
  public Drawing mark(int hue, int shape, String hover) {
    out.append("<g class=\"m h").append(hue).append(" s").append(shape).append("\">");
    return hover(hover);
  }

  /** Opens a group that stands for something that no legend names. */
  public Drawing mark(String hover) {
    out.append("<g class=\"m h7\">");
    return hover(hover);
  }

  /**
   * Opens a group that stands for data.
   *
   * @param classes of its colour and of its levels in the legend: {@code h0} to {@code h7} for a
   *     colour that the legend names, {@code c0} to {@code c7} for the same one where it does not
   */
  public Drawing mark(String classes, String hover) {
    out.append("<g class=\"m ").append(Markup.escape(classes)).append("\">");
    return hover(hover);
  }

  private Drawing hover(String hover) {
    if (!hover.isEmpty()) {
      out.append("<title>").append(Markup.escape(hover)).append("</title>");
    }
    open.push("g");
    return this;
  }

  /** Closes the innermost group. */
  public Drawing end() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  public Drawing line(double x1, double y1, double x2, double y2, String classes) {
    return path(new PathData().move(x1, y1).line(x2, y2), classes);
  }

  /** A rectangle; a negative width or height counts as zero. */
  public Drawing rectangle(double x, double y, double width, double height, String classes) {
    return rectangle(x, y, width, height, 0, classes);
  }

  /** A rectangle with rounded corners. */
  public Drawing rectangle(
      double x, double y, double width, double height, double radius, String classes) {
    out.append("<rect");
    attribute("x", Coordinate.text(x));
    attribute("y", Coordinate.text(y));
    attribute("width", Coordinate.text(Math.max(0, width)));
    attribute("height", Coordinate.text(Math.max(0, height)));
    if (radius > 0) {
      attribute("rx", Coordinate.text(radius));
    }
    attribute("class", classes);
    out.append("/>");
    return this;
  }

  /** A line or area; nothing is written for an empty path. */
  public Drawing path(PathData data, String classes) {
    if (!data.isEmpty()) {
      out.append("<path");
      attribute("d", data.toString());
      attribute("class", classes);
      out.append("/>");
    }
    return this;
  }

  /** A line of a width of its own. */
  public Drawing stroke(PathData data, String classes, double strokeWidth) {
    if (!data.isEmpty()) {
      out.append("<path");
      attribute("d", data.toString());
      attribute("class", classes);
      attribute("stroke-width", Coordinate.text(strokeWidth));
      out.append("/>");
    }
    return this;
  }

  /**
   * A data point; hollow shapes are filled with the background, so that lines end at their edge.
   */
  public Drawing marker(Marker marker, double x, double y, double radius) {
    if (marker != Marker.CIRCLE) {
      return path(marker.at(x, y, radius), marker.hollow() ? "hollow" : "solid");
    }
    out.append("<circle");
    attribute("cx", Coordinate.text(x));
    attribute("cy", Coordinate.text(y));
    attribute("r", Coordinate.text(radius));
    attribute("class", "solid");
    out.append("/>");
    return this;
  }

  /** A line of text whose baseline is at {@code y}. */
  public Drawing text(double x, double y, Anchor anchor, String classes, String text) {
    out.append("<text");
    attribute("x", Coordinate.text(x));
    attribute("y", Coordinate.text(y));
    String all =
        switch (anchor) {
          case START -> classes;
          case MIDDLE -> classes + " mid";
          case END -> classes + " end";
        };
    attribute("class", all);
    out.append('>').append(Markup.escape(text)).append("</text>");
    return this;
  }

  /** Closes what is open and returns the image. */
  public String finish() {
    while (!open.isEmpty()) {
      end();
    }
    return out.toString();
  }

  private void attribute(String name, String value) {
    if (!value.isEmpty()) {
      out.append(' ').append(name).append("=\"").append(Markup.escape(value)).append('"');
    }
  }
}
