package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.DecisionChart;
import org.quorate.report.chart.Track;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** What adaptive policies decided, second by second. */
final class DecisionSection implements PageSection {
  /** Shorter runs show too little of a policy to have a chart each. */
  private static final double LONG_SECONDS = 10;

  private static final int MOST_CHARTS = 12;
  private static final int MOST_OPEN = 2;
  private static final int MOST_JOINED = 20;

  private record Shown(CellSummary cell, ConsistencyPolicy policy, List<RunResult> runs) {}

  private final Context context;
  private final List<Shown> shown = new ArrayList<>();

  DecisionSection(Context context) {
    this.context = context;
    List<Shown> joined = new ArrayList<>();
    for (CellSummary cell : context.cells()) {
      List<RunResult> runs =
          context.runs(cell).stream().filter(run -> !Adaptation.decisions(run).isEmpty()).toList();
      Optional<ConsistencyPolicy> policy = Adaptation.policy(context.study(), cell.cell());
      if (policy.isEmpty() || runs.isEmpty()) {
        continue;
      }
      ConsistencyPolicy own = policy.get();
      joined.add(new Shown(cell, own, runs.subList(0, Math.min(runs.size(), MOST_JOINED))));
      List<RunResult> longer = runs.stream().filter(run -> run.seconds() >= LONG_SECONDS).toList();
      if (!longer.isEmpty()) {
        shown.add(new Shown(cell, own, longer.subList(longer.size() - 1, longer.size())));
      }
    }
    if (shown.isEmpty()) {
      shown.addAll(joined);
    }
  }

  @Override
  public String id() {
    return "decisions";
  }

  @Override
  public String title() {
    return "Decisions over time";
  }

  boolean isEmpty() {
    return shown.isEmpty();
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (Shown one : ordered()) {
      charts.add(chart(one, charts.size() + 1));
    }
    return charts;
  }

  /** Cells whose level changed first, since they show the most. */
  private List<Shown> ordered() {
    List<Shown> ordered = new ArrayList<>();
    shown.stream().filter(one -> changes(one)).forEach(ordered::add);
    shown.stream().filter(one -> !changes(one)).forEach(ordered::add);
    return ordered.subList(0, Math.min(ordered.size(), MOST_CHARTS));
  }

  private static boolean changes(Shown one) {
    return one.runs.stream()
            .flatMap(run -> Adaptation.decisions(run).stream())
            .map(DecisionPoint::level)
            .distinct()
            .count()
        > 1;
  }

  private Chart chart(Shown one, int number) {
    RunResult first = one.runs.get(0);
    String model = one.policy.modelName().orElse("");
    List<DecisionChart.Segment> segments = new ArrayList<>();
    double start = 0;
    for (RunResult run : one.runs) {
      Track track =
          new Track(
              run.sequence(),
              run.repetition(),
              one.cell.label(),
              context.look(one.cell),
              start,
              run.seconds(),
              run.timeline(),
              run.events(),
              "run "
                  + run.sequence()
                  + "\n"
                  + Numbers.of(run.achievedPerSecond())
                  + " operations/s in the mean");
      segments.add(
          new DecisionChart.Segment(
              track, Adaptation.decisions(run).stream().map(point -> step(point, model)).toList()));
      start += run.seconds();
    }
    return new DecisionChart(
        "decisions-" + number,
        one.cell.label()
            + (one.runs.size() > 1
                ? ", " + one.runs.size() + " runs"
                : ", run " + first.sequence()),
        "Three panels over seconds: operations per second, the estimated stale-read rate at ONE"
            + " beside the counted one, and the read level in effect.",
        model,
        one.policy.acceptedRate().orElse(Double.NaN),
        segments);
  }

  private static DecisionChart.Step step(DecisionPoint point, String model) {
    Double estimate = point.estimatesAtOne().get(model);
    return new DecisionChart.Step(
        point.second(),
        estimate == null ? Double.NaN : estimate,
        point.level(),
        "from second "
            + Numbers.of(Math.max(0, point.second()))
            + ": "
            + point.level()
            + "\n"
            + point.reason()
            + "\n"
            + Numbers.of(point.readsPerSecond())
            + " reads/s, "
            + Numbers.of(point.writesPerSecond())
            + " writes/s");
  }

  @Override
  public void write(Html html) {
    boolean joined = shown.stream().anyMatch(one -> one.runs.size() > 1);
    PageSection.lead(
        html,
        "What a policy saw and what it did: the load on top, then the estimate that it decided on"
            + " with its tolerance and the stale reads that were counted, then the level of reads."
            + " Of several processes it is the first that decided so."
            + (joined
                ? " Runs are short, so those of a cell are joined; dotted lines part them."
                : " Of each cell the last run of at least "
                    + Numbers.tick(LONG_SECONDS)
                    + " seconds is shown."),
        Source.CLIENT,
        Source.MODEL,
        Source.ORACLE);
    List<Chart> charts = charts();
    for (int i = 0; i < charts.size(); i++) {
      boolean folded = i >= MOST_OPEN;
      if (folded) {
        html.open("details", "class", "fold").element("summary", charts.get(i).title());
      }
      Figures.write(html, List.of(charts.get(i)));
      if (folded) {
        html.close().newline();
      }
    }
    if (shown.size() > charts.size()) {
      PageSection.note(
          html,
          "The first "
              + charts.size()
              + " of "
              + shown.size()
              + " adaptive cells are shown, those whose level changed first; the raw data has all.");
    }
  }
}
