package org.quorate.report.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;

/**
 * What happened second by second: the measured intervals of all runs laid end to end in the order
 * they were run, operations that succeeded above, the share of stale reads below, and a mark where
 * something happened. Seconds are put together where there are more of them than the chart has room
 * for.
 *
 * @param stale whether any run has a history, so that there is a share of stale reads to draw
 */
public record TimelineChart(
    String name, String title, String description, boolean stale, List<Track> tracks)
    implements Chart {
  private static final double TOP = 34;
  private static final double GAP = 34;

  /** Runs narrower than this cannot be pointed at, so they carry no text. */
  static final double SMALLEST_TARGET = 4;

  public TimelineChart {
    tracks = List.copyOf(tracks);
  }

  /** Seconds in each step of the line, at a width. */
  public int binSeconds(double width) {
    return Track.binSeconds(tracks, (int) (width / 1.6));
  }

  @Override
  public String draw(double width, String css) {
    int binSeconds = binSeconds(width);
    List<List<Track.Bin>> bins = tracks.stream().map(track -> track.bins(binSeconds)).toList();
    double highest = 1;
    double worst = 0;
    for (List<Track.Bin> run : bins) {
      for (Track.Bin bin : run) {
        highest = Math.max(highest, Math.max(bin.okPerSecond(), bin.failedPerSecond()));
        worst = Double.isNaN(bin.staleShare()) ? worst : Math.max(worst, bin.staleShare());
      }
    }
    boolean failures =
        tracks.stream().flatMap(t -> t.points().stream()).anyMatch(point -> point.failed() > 0);
    double throughputBottom = TOP + (width < NARROW ? 130 : 170);
    double staleTop = throughputBottom + GAP;
    double staleBottom = stale ? staleTop + (width < NARROW ? 70 : 80) : throughputBottom;
    double total = tracks.stream().mapToDouble(t -> t.start() + t.seconds()).max().orElse(1);

    Scale operations = LinearScale.round(0, highest, 4, throughputBottom, TOP);
    Scale shares = LinearScale.round(0, worst > 0 ? worst : 0.01, 2, staleBottom, staleTop);
    Axis operationsAxis = new Axis(operations, Numbers::tick);
    Axis sharesAxis = new Axis(shares, Numbers::wholePercent);
    double left = Math.max(operationsAxis.labelWidth(4), stale ? sharesAxis.labelWidth(2) : 0) + 10;
    Scale time = new LinearScale(0, Math.max(total, 0.001), left, width - 4);

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, staleBottom + 40, title, description, css);
    drawing.text(
        1,
        12,
        Anchor.START,
        "a",
        failures
            ? "operations per second; filled red: failed"
            : "operations that succeeded, per second");
    operationsAxis.vertical(drawing, left, width - 4, 4);
    if (stale) {
      drawing.text(1, staleTop - 12, Anchor.START, "a", "stale reads, share of reads");
      sharesAxis.vertical(drawing, left, width - 4, 2);
    }
    Axis seconds = new Axis(time, second -> Numbers.tick(second) + "\u00a0s");
    seconds.grid(drawing, staleBottom, staleBottom + 4, width - 4 - left);
    seconds.labels(drawing, staleBottom + 4, 0, width, width - 4 - left);
    drawing.text(left, staleBottom + 34, Anchor.START, "a", "measured time, runs in their order");
    for (int i = 0; i < tracks.size(); i++) {
      run(drawing, tracks.get(i), bins.get(i), time, operations, stale ? shares : null);
    }
    events(drawing, time, staleBottom, left, width - 4);
    return drawing.finish();
  }

  private static void run(
      Drawing drawing,
      Track track,
      List<Track.Bin> bins,
      Scale time,
      Scale operations,
      @Nullable Scale shares) {
    if (bins.isEmpty()) {
      return;
    }
    double base = operations.at(0);
    PathData done = new PathData().move(time.at(track.start()), base);
    PathData failed = new PathData();
    PathData stale = new PathData();
    for (Track.Bin bin : bins) {
      double from = time.at(track.start() + bin.from());
      double to = time.at(track.start() + bin.to());
      done.vertical(operations.at(bin.okPerSecond())).horizontal(to);
      if (bin.failedPerSecond() > 0) {
        failed.move(from, base).vertical(operations.at(bin.failedPerSecond())).horizontal(to);
        failed.vertical(base).close();
      }
      if (shares != null && bin.staleShare() > 0) {
        stale.move(from, shares.at(0)).vertical(shares.at(bin.staleShare())).horizontal(to);
        stale.vertical(shares.at(0)).close();
      }
    }
    done.vertical(base);
    double wide = time.at(track.start() + track.seconds()) - time.at(track.start());
    track.look().mark(drawing, wide < SMALLEST_TARGET ? "" : track.hover());
    drawing.path(done, "area").path(failed, "failed").path(stale, "fill");
    drawing.end();
  }

  private void events(Drawing drawing, Scale time, double bottom, double left, double right) {
    int number = 0;
    double free = left;
    for (Track track : tracks) {
      for (var event : track.events()) {
        number++;
        double second = Math.max(0, Math.min(track.seconds(), event.second()));
        double x = time.at(track.start() + second);
        drawing.line(x, TOP - 8, x, bottom, "event");
        String text = Integer.toString(number);
        double at = Math.min(Math.max(x, free), right - 8);
        Look.NEUTRAL.mark(drawing, "run " + track.sequence() + ": " + event.text());
        drawing.rectangle(at - 8, TOP - 19, 16, 14, 7, "flag");
        drawing.text(at, TOP - 8.5, Anchor.MIDDLE, "flag-text", text);
        drawing.end();
        free = at + 18;
      }
    }
  }
}
