package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.OrderChart;
import org.quorate.report.chart.TimelineChart;
import org.quorate.report.chart.Track;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** The study over time: every second, and the order in which cells took turns. */
final class TimelineSection implements PageSection {
  private static final int MOST_TRACKS = 400;
  private static final int MOST_EVENTS = 50;

  private final Context context;
  private final List<RunResult> runs;

  TimelineSection(Context context) {
    this.context = context;
    List<RunResult> all = context.study().runs();
    runs = all.subList(0, Math.min(all.size(), MOST_TRACKS));
  }

  @Override
  public String id() {
    return "time";
  }

  @Override
  public String title() {
    return "Over time";
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    if (runs.stream().anyMatch(run -> !run.timeline().isEmpty())) {
      charts.add(timeline());
    }
    if (runs.size() > 1) {
      charts.add(order());
    }
    return charts;
  }

  private TimelineChart timeline() {
    List<Track> tracks = new ArrayList<>();
    double start = 0;
    for (RunResult run : runs) {
      tracks.add(
          new Track(
              run.sequence(),
              run.repetition(),
              context.label(run.cell()),
              context.looks().of(run.cell()),
              start,
              run.seconds(),
              run.timeline(),
              run.events(),
              hover(run)));
      start += run.seconds();
    }
    return new TimelineChart(
        "time-line",
        "Operations and stale reads, second by second",
        "Operations that succeeded per second and the share of stale reads, run after run.",
        context.hasHistory(),
        tracks);
  }

  private OrderChart order() {
    List<OrderChart.Run> order = new ArrayList<>();
    for (RunResult run : runs) {
      CellSummary cell = context.summary(run.cell());
      double mean = cell == null ? 0 : cell.throughput().mean();
      double relative = mean > 0 ? run.achievedPerSecond() / mean - 1 : Double.NaN;
      order.add(
          new OrderChart.Run(
              run.repetition(), context.looks().of(run.cell()), relative, hover(run)));
    }
    return new OrderChart(
        "order",
        "Order of the runs, and drift",
        "Every run in its order, above or below the mean throughput of its own cell.",
        order);
  }

  private String hover(RunResult run) {
    String text =
        "run "
            + run.sequence()
            + ", repetition "
            + run.repetition()
            + "\n"
            + context.label(run.cell())
            + "\n"
            + Numbers.of(run.achievedPerSecond())
            + " operations/s";
    return run.staleness() == null
        ? text
        : text + "\n" + Numbers.percent(run.staleness().staleRate()) + " stale";
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "The measured intervals of all runs, laid end to end in the order they were run; warm-up"
            + " and pauses are left out. Cells take turns, so that a machine that slows down slows"
            + " all of them alike: in the lower chart a trend from left to right would be drift.",
        Source.CLIENT,
        Source.ORACLE);
    for (Chart chart : charts()) {
      Figures.write(html, List.of(chart));
      if (chart instanceof TimelineChart timeline) {
        int seconds = timeline.binSeconds(Figures.FULL);
        if (seconds > 1) {
          PageSection.note(html, "Each step of the line is the mean of " + seconds + " seconds.");
        }
        events(html);
      }
    }
    if (context.study().runs().size() > runs.size()) {
      PageSection.note(
          html,
          "The charts show the first "
              + runs.size()
              + " of "
              + context.study().runs().size()
              + " runs; the raw data has them all.");
    }
    DesignText.write(html, context);
    notes(html);
  }

  private void events(Html html) {
    record Event(RunResult run, RunEvent event) {}
    List<Event> events = new ArrayList<>();
    runs.forEach(run -> run.events().forEach(event -> events.add(new Event(run, event))));
    if (events.isEmpty()) {
      return;
    }
    html.element("h3", "What happened");
    html.open("ol", "class", "events");
    for (Event one : events.subList(0, Math.min(events.size(), MOST_EVENTS))) {
      html.open("li");
      html.element(
          "strong", "Run " + one.run.sequence() + ", second " + Numbers.of(one.event.second()));
      html.text(" (" + context.label(one.run.cell()) + "): " + one.event.text()).close();
    }
    html.close();
    if (events.size() > MOST_EVENTS) {
      PageSection.note(html, "And " + (events.size() - MOST_EVENTS) + " more; see the raw data.");
    }
  }

  private void notes(Html html) {
    List<RunResult> noted = runs.stream().filter(run -> !run.notes().isEmpty()).toList();
    if (noted.isEmpty()) {
      return;
    }
    html.element("h3", "Notes on runs");
    html.open("ul");
    for (RunResult run : noted.subList(0, Math.min(noted.size(), MOST_EVENTS))) {
      html.open("li").element("strong", "Run " + run.sequence());
      html.text(" (" + context.label(run.cell()) + "): " + String.join(" ", run.notes())).close();
    }
    html.close();
  }
}
