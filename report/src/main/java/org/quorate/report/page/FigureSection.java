package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.LineChart;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.measure.Provenance;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.Figure;
import org.quorate.study.summary.FigureSummary;
import org.quorate.study.summary.Mean;

/** The figures that the study sets out to draw, each beside what others say on the same matter. */
final class FigureSection implements PageSection {
  /** More claims than this would be higher than the chart that they stand beside. */
  private static final int MOST_BESIDE = 2;

  private final Context context;
  private final List<FigureSummary> figures;

  FigureSection(Context context) {
    this.context = context;
    figures =
        context.study().figures().stream().filter(figure -> !figure.series().isEmpty()).toList();
  }

  @Override
  public String id() {
    return "figures";
  }

  @Override
  public String title() {
    return quotes() ? "Figures of the paper" : "Figures";
  }

  boolean isEmpty() {
    return figures.isEmpty();
  }

  private boolean quotes() {
    return figures.stream().anyMatch(figure -> !figure.figure().claims().isEmpty());
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (FigureSummary figure : figures) {
      charts.add(chart(figure, charts.size() + 1));
    }
    return charts;
  }

  private Chart chart(FigureSummary figure, int number) {
    List<LineChart.Series> lines = new ArrayList<>();
    for (FigureSummary.Series series : figure.series()) {
      String name = name(figure, series);
      Look look = context.looks().ofLevel(figure.figure().series(), series.name(), lines.size());
      lines.add(
          new LineChart.Series(
              name,
              look,
              context.looks().listed(figure.figure().series()),
              series.points().stream()
                  .map(
                      point ->
                          new LineChart.Point(
                              point.x(), point.estimate(), hover(figure, name, point)))
                  .toList()));
    }
    return new LineChart(
        "figure-" + number,
        figure.figure().title(),
        "A line for each "
            + (figure.figure().series() == null ? "measure" : words(figure.figure().series()))
            + " over "
            + words(figure.figure().x())
            + ", with 95 % intervals over runs"
            + (figure.figure().isRelative() ? ", as " + figure.unit() : "")
            + "; the table below has the numbers.",
        words(figure.figure().x()),
        figure.axis() + " (" + (isShare(figure) ? "% of reads" : figure.unit()) + ")",
        format(figure),
        figure.xs(),
        lines,
        figure.figure().isRelative() ? 1 : Double.NaN);
  }

  private static DoubleFunction<String> format(FigureSummary figure) {
    return isShare(figure)
        ? share -> Numbers.tick(share * 100) + "\u00a0%"
        : figure.figure().isRelative() ? ratio -> Numbers.tick(ratio) + "\u00d7" : Numbers::tick;
  }

  private static String name(FigureSummary figure, FigureSummary.Series series) {
    String factor = figure.figure().series();
    return series.name().isEmpty() || factor == null
        ? figure.axis()
        : series.name().matches("[0-9.]+") ? level(factor, series.name()) : series.name();
  }

  private String hover(FigureSummary figure, String name, FigureSummary.Point point) {
    String interval = interval(figure, point.estimate());
    return name
        + ", "
        + level(figure.figure().x(), point.x())
        + "\n"
        + value(figure, point.estimate())
        + (interval.isEmpty() ? "" : " (" + interval + ")")
        + (estimated(figure) ? "\nestimated" : "");
  }

  private static boolean isShare(FigureSummary figure) {
    return figure.unit().equals(Measure.SHARE_OF_READS);
  }

  private boolean estimated(FigureSummary figure) {
    Measure measure = figure.figure().measure();
    return measure.origin() == Provenance.STALENESS_MODEL
        || (measure.isEnergy() && EnergyOrigin.isEstimated(context.cells()));
  }

  private static String value(FigureSummary figure, Mean estimate) {
    return isShare(figure)
        ? Numbers.percent(estimate.mean())
        : figure.figure().isRelative()
            ? Numbers.ratio(estimate.mean())
            : Numbers.of(estimate.mean()) + "\u00a0" + figure.unit();
  }

  private static String interval(FigureSummary figure, Mean estimate) {
    double factor = isShare(figure) ? 100 : 1;
    return Numbers.interval(estimate.low() * factor, estimate.high() * factor);
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        quotes()
            ? "What the paper shows in a figure, measured anew. Lines are means over runs with 95 %"
                + " intervals; beside them stands what the paper says, on its own machines and at"
                + " its own size: compare directions and ratios, not numbers."
            : "What the study sets out to draw. Lines are means over runs with 95 % intervals.");
    List<Chart> charts = charts();
    for (int i = 0; i < charts.size(); i++) {
      FigureSummary figure = figures.get(i);
      List<Claim> claims = figure.figure().claims();
      boolean beside = !claims.isEmpty() && claims.size() <= MOST_BESIDE;
      html.open("div", "class", beside ? "beside" : "");
      html.open("div");
      if (beside) {
        Figures.writeBeside(html, charts.get(i));
      } else {
        Figures.write(html, List.of(charts.get(i)));
      }
      html.close();
      claims(html, claims, beside ? "claims-beside" : "claims-below");
      html.close();
      measured(html, figure);
      table(html, figure);
    }
  }

  private void claims(Html html, List<Claim> claims, String place) {
    if (claims.isEmpty()) {
      return;
    }
    html.open("aside", "class", place, "aria-label", "What the paper says");
    for (Claim claim : claims) {
      html.open("figure", "class", "quote");
      Source.QUOTED.write(html);
      html.element("blockquote", claim.text());
      html.open("figcaption").element("cite", claim.source()).close();
      context.verdict(claim).ifPresent(verdict -> ClaimTexts.write(html, verdict));
      html.close();
    }
    html.close();
  }

  /** Each line at the last level that it has. */
  private void measured(Html html, FigureSummary figure) {
    html.open("p", "class", "measured-line");
    source(html, figure);
    html.text(" " + (estimated(figure) ? "Estimated here" : "Measured here") + where(figure));
    String last = figure.xs().get(figure.xs().size() - 1);
    html.text(", at " + level(figure.figure().x(), last) + ": ");
    html.text(
        figure.series().stream()
            .map(
                series ->
                    (series.name().isEmpty() ? "" : name(figure, series) + " ")
                        + point(series, last)
                            .map(estimate -> value(figure, estimate))
                            .orElse("not known"))
            .collect(Collectors.joining(", ")));
    html.text(figure.figure().isRelative() ? " (" + figure.unit() + ")" : "");
    html.text("." + remark(figure)).close().newline();
  }

  /** What a reader would wonder at. */
  private String remark(FigureSummary figure) {
    String untilAccepted =
        figure.figure().measure() == Measure.MEAN_LATENCY ? context.untilAccepted() : "";
    if (figure.figure().isRelative()) {
      return " Each point is the geometric mean of the ratios of pairs of runs of the same"
          + " repetition, with its 95 % interval."
          + untilAccepted;
    }
    return switch (figure.figure().measure()) {
      case ESTIMATED_STALE_RATE ->
          " Formula (6) is not held to 100 %: values above are shown as it gives them.";
      case SECOND_READ_STALE_RATE ->
          " A write between the two reads makes them differ although the first was fresh, so this"
              + " is above the exact count, and not zero at ALL either.";
      case ENERGY_IF_ASLEEP ->
          " No host was put to sleep: see Resting servers for what is assumed.";
      default -> untilAccepted;
    };
  }

  private void source(Html html, FigureSummary figure) {
    switch (figure.figure().measure().origin()) {
      case CLIENT -> Source.CLIENT.write(html);
      case COMPUTED -> Source.COMPUTED.write(html);
      case ORACLE -> Source.ORACLE.write(html);
      case STALENESS_MODEL -> Source.MODEL.write(html);
      case SYSTEM -> Source.SYSTEM.write(html);
      case ASSUMED_POWER -> {
        Source.ASSUMED.write(html);
        html.text(" ");
        EnergyOrigin.badges(html, context.cells());
      }
      case POWER -> {
        if (figure.figure().isRelative() && estimated(figure)) {
          Source.POWER_MODEL.write(html, EnergyOrigin.error(context.comparisonError()));
        } else {
          EnergyOrigin.badges(html, context.cells());
        }
      }
    }
  }

  /** {@code in part near with workloada and delay 5ms}. */
  private static String where(FigureSummary figure) {
    Map<String, List<String>> where = figure.figure().where();
    List<String> parts = where.getOrDefault(Figure.PART, List.of());
    String levels =
        where.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(Figure.PART))
            .map(
                entry ->
                    entry.getValue().stream()
                        .map(level -> level(entry.getKey(), level))
                        .collect(Collectors.joining(" or ")))
            .collect(Collectors.joining(" and "));
    return (parts.isEmpty()
            ? ""
            : (parts.size() == 1 ? " in part " : " in parts ") + String.join(" and ", parts))
        + (levels.isEmpty() ? "" : " with " + levels);
  }

  private static Optional<Mean> point(FigureSummary.Series series, String x) {
    return series.points().stream()
        .filter(point -> point.x().equals(x))
        .map(FigureSummary.Point::estimate)
        .findFirst();
  }

  private void table(Html html, FigureSummary figure) {
    String factor = ValueText.capitalised(words(figure.figure().x()));
    Table table = new Table("The numbers: " + figure.figure().title(), factor, false).folded();
    String unit = isShare(figure) ? "%" : figure.unit();
    figure.series().forEach(series -> table.number(name(figure, series), unit));
    for (String x : figure.xs()) {
      table.row(
          x,
          Look.NEUTRAL,
          figure.series().stream()
              .map(
                  series ->
                      point(series, x)
                          .map(
                              each ->
                                  isShare(figure)
                                      ? ValueText.share(each)
                                      : ValueText.estimate(each))
                          .orElse(Table.Value.of(Numbers.UNKNOWN)))
              .toList());
    }
    table.write(html);
  }

  /** A level in words: {@code 40 threads}, {@code link delay 5ms}. */
  private static String level(String factor, String level) {
    return new Cell(Map.of(factor, level)).label();
  }

  private static String words(String factor) {
    return factor.replace('-', ' ').toLowerCase(Locale.ROOT);
  }
}
