package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.study.result.WindowCounts;

/**
 * What becomes of faults under several policies: one panel for each, over the seconds of a run. On
 * top the exact stale-read rate of each window, on a scale that all panels share, with the
 * tolerance as a line and broken windows in red; below it the levels that reads were sent at, how
 * many replicas a read asked, how long reads took, and where operations failed. The faults stand
 * above all panels and cross each of them; what lasts, as a server that is down, is shaded, for
 * each policy as long as it lasted there.
 *
 * @param tolerance the largest stale-read rate that is accepted; null where none is stated
 * @param seconds length of a run
 * @param faults that all panels have in common
 */
public record FaultChart(
    String name,
    String title,
    String description,
    @Nullable Double tolerance,
    double seconds,
    List<Mark> faults,
    List<Panel> panels)
    implements Chart {
  private static final double PANEL_GAP = 16;
  private static final double WORDS_ROW = 15;
  private static final double SMALLEST_BIN = 3;

  /**
   * A fault.
   *
   * @param at seconds since the run began, where its words stand
   * @param from where what lasts begins
   * @param until where it ends; {@code from} where nothing lasts
   */
  public record Mark(String words, double at, double from, double until) {}

  /**
   * The runs of one policy.
   *
   * @param summary a few words on the whole runs
   * @param windows one for each second of a run, all runs added up
   * @param readP99 99th percentile of the times of reads that succeeded in each second, in ms;
   *     empty where these are not known
   * @param broken whether the tolerance is broken in a window
   * @param faults when these runs had them; words that do not stand above all panels are written
   *     into this one
   */
  public record Panel(
      String label,
      Look look,
      String summary,
      SortedMap<Integer, WindowCounts> windows,
      SortedMap<Integer, Double> readP99,
      Predicate<WindowCounts> broken,
      List<Mark> faults) {}

  public FaultChart {
    faults = List.copyOf(faults);
    panels = List.copyOf(panels);
  }

  /** Seconds in each window, at a width. */
  public int binSeconds(double width) {
    return Math.max(1, (int) Math.ceil(seconds * SMALLEST_BIN / (width - 60)));
  }

  @Override
  public String draw(double width, String css) {
    List<FaultPanel> drawn =
        panels.stream().map(panel -> new FaultPanel(this, panel, binSeconds(width))).toList();
    double highest = drawn.stream().mapToDouble(FaultPanel::highestRate).max().orElse(0);
    highest = Math.max(highest, tolerance == null ? 0.001 : Math.max(tolerance * 1.5, 0.0001));
    boolean failures = drawn.stream().anyMatch(FaultPanel::hasFailures);
    double most = drawn.stream().mapToDouble(FaultPanel::mostReplicas).max().orElse(1);
    Axis shares = FaultPanel.shares(highest, 0, 100);
    Optional<Axis> times = FaultPanel.times(panels, 0, 100);
    double left =
        Stream.of(
                    shares.labelWidth(2),
                    times.map(axis -> axis.labelWidth(2)).orElse(0.0),
                    TextWidth.of("levels", Axis.TEXT))
                .max(Comparator.naturalOrder())
                .orElseThrow()
            + 10;
    double right = width - 4;
    Scale time = new LinearScale(0, Math.max(seconds, 0.001), left, right);
    List<Integer> rows = wordRows(time, right);
    int wordRows = rows.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    FaultKeys keys = new FaultKeys(this, width);
    double wordTop = keys.height() + 4;
    double top = wordTop + wordRows * WORDS_ROW + 4;
    FaultPanel.Frame frame =
        new FaultPanel.Frame(
            time, width < NARROW ? 64 : 80, highest, Math.ceil(most), failures, times.isPresent());
    double bottom = top + panels.size() * (frame.height() + PANEL_GAP) - PANEL_GAP;

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 40, title, description, css);
    keys.draw(drawing);
    words(drawing, time, right, rows, wordTop, top);
    for (int i = 0; i < drawn.size(); i++) {
      drawn.get(i).draw(drawing, frame, top + i * (frame.height() + PANEL_GAP));
    }
    Axis axis = new Axis(time, second -> Numbers.tick(second) + "\u00a0s");
    axis.grid(drawing, bottom, bottom + 4, right - left);
    axis.labels(drawing, bottom + 4, 0, width, right - left);
    drawing.text(left, bottom + 36, Anchor.START, "a", "seconds since a run began");
    return drawing.finish();
  }

  /** The lowest row in which the words of each fault touch no others. */
  private List<Integer> wordRows(Scale time, double right) {
    List<Integer> rows = new ArrayList<>();
    List<Double> free = new ArrayList<>();
    for (Mark fault : faults) {
      double width = TextWidth.of(fault.words(), Axis.TEXT);
      double at = time.at(fault.at());
      double start = at + 4 + width > right ? at - 4 - width : at + 4;
      int row = 0;
      while (row < free.size() && free.get(row) > start) {
        row++;
      }
      if (row == free.size()) {
        free.add(0.0);
      }
      free.set(row, start + width + 8);
      rows.add(row);
    }
    return rows;
  }

  private void words(
      Drawing drawing, Scale time, double right, List<Integer> rows, double from, double top) {
    for (int i = 0; i < faults.size(); i++) {
      Mark fault = faults.get(i);
      double at = time.at(fault.at());
      double y = from + rows.get(i) * WORDS_ROW;
      boolean turned = at + 4 + TextWidth.of(fault.words(), Axis.TEXT) > right;
      Look.NEUTRAL.mark(drawing, fault.words() + "\nsecond " + Numbers.of(fault.at()));
      drawing.line(at, y, at, top + 2, "event");
      drawing.text(
          turned ? at - 4 : at + 4,
          y + 10,
          turned ? Anchor.END : Anchor.START,
          "a fault",
          fault.words());
      drawing.end();
    }
  }
}
