package org.quorate.cli.live;

import java.util.List;
import org.quorate.cli.live.RingGlance.Count;
import org.quorate.report.chart.Chart;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.Scale;

/**
 * How many replicas of each row are up, over the token ring from its lowest token to its highest:
 * those that are up below, then those that nobody knows of, and on top those that are down. Where
 * parts of the ring are narrower than the chart can show, the one with the fewest up is drawn.
 */
record RingChart(String name, String title, String description, RingGlance ring) implements Chart {
  private static final int PARTS = RingGlance.PARTS;
  private static final double TOP = 24;
  private static final double HEIGHT = 90;
  private static final int UP = 2;
  private static final int UNKNOWN = 7;

  @Override
  public String draw(double width, String style) {
    List<Count> counts = ring.worst();
    int most = counts.stream().mapToInt(Count::replicas).max().orElse(1);
    double bottom = TOP + HEIGHT;
    int ticks = Math.min(4, Math.max(1, most));
    Scale replicas = new LinearScale(0, Math.max(1, most), bottom, TOP);
    Axis vertical = new Axis(replicas, Numbers::tick);
    double left = vertical.labelWidth(ticks) + 10;
    double right = width - 4;
    Scale places = new LinearScale(0, 1, left, right);
    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 24, title, description, style);
    drawing.text(1, 12, Anchor.START, "a", "replicas of each row");
    for (int from = 0; from < PARTS; ) {
      int to = from + 1;
      while (to < PARTS && counts.get(to).equals(counts.get(from))) {
        to++;
      }
      double x = places.at((double) from / PARTS);
      part(drawing, replicas, x, places.at((double) to / PARTS) - x, counts.get(from));
      from = to;
    }
    vertical.vertical(drawing, left, right, ticks);
    new Axis(places, share -> Numbers.wholePercent(share) + (share == 1 ? " of the ring" : ""))
        .labels(drawing, bottom, 0, width, right - left);
    return drawing.finish();
  }

  private static void part(Drawing drawing, Scale replicas, double x, double width, Count count) {
    int known = count.up() + count.unknown();
    String hover = text(count);
    drawing.mark("c" + UP, hover);
    drawing.rectangle(x, replicas.at(count.up()), width, height(replicas, count.up()), "tile");
    drawing.end();
    if (count.unknown() > 0) {
      drawing.mark("c" + UNKNOWN, hover);
      drawing.rectangle(x, replicas.at(known), width, height(replicas, count.unknown()), "tile");
      drawing.end();
    }
    if (count.down() > 0) {
      drawing.mark(hover);
      double top = replicas.at(count.replicas());
      drawing.rectangle(x, top, width, height(replicas, count.down()), "failed");
      drawing.end();
    }
  }

  private static double height(Scale replicas, int count) {
    return replicas.at(0) - replicas.at(count);
  }

  /** Such as {@code 2 of 3 replicas up, 1 down}. */
  static String text(Count count) {
    return count.up()
        + " of "
        + count.replicas()
        + (count.replicas() == 1 ? " replica up" : " replicas up")
        + (count.down() > 0 ? ", " + count.down() + " down" : "")
        + (count.unknown() > 0 ? ", " + count.unknown() + " not known" : "");
  }
}
