package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.Look;
import org.quorate.report.chart.Looks;
import org.quorate.study.summary.StudySummary;

/** The frame of the page: head, legend, contents and sections in their order. */
public final class Page {
  private final Context context;
  private final List<RawFile> rawFiles;

  /**
   * @param rawFiles the raw data to be listed
   */
  public Page(StudySummary study, List<RawFile> rawFiles) {
    context = new Context(study);
    this.rawFiles = List.copyOf(rawFiles);
  }

  private List<PageSection> sections() {
    if (context.cells().isEmpty()) {
      return List.of(new RerunSection(context, rawFiles), new LimitsSection(context));
    }
    List<PageSection> sections = new ArrayList<>();
    FigureSection figures = new FigureSection(context);
    if (!figures.isEmpty()) {
      sections.add(figures);
    }
    EstimateSection estimates = new EstimateSection(context);
    if (!estimates.isEmpty()) {
      sections.add(estimates);
    }
    AccuracySection accuracy = new AccuracySection(context);
    if (!accuracy.isEmpty()) {
      sections.add(accuracy);
    }
    DecisionSection decisions = new DecisionSection(context);
    if (!decisions.isEmpty()) {
      sections.add(decisions);
    }
    ClaimSection claims = new ClaimSection(context);
    if (!claims.isEmpty()) {
      sections.add(claims);
    }
    WindowSection windows = new WindowSection(context);
    if (!windows.isEmpty() && windows.charts().isEmpty()) {
      sections.add(0, windows);
    }
    BestSection best = new BestSection(context);
    if (!best.isEmpty()) {
      sections.add(0, best);
    }
    GainSection gain = new GainSection(context);
    if (!gain.isEmpty()) {
      sections.add(0, gain);
    }
    sections.add(0, new OverviewSection(context));
    if (!windows.charts().isEmpty()) {
      sections.add(0, windows);
    }
    sections.addAll(ofEveryStudy());
    return sections;
  }

  private List<PageSection> energy() {
    List<PageSection> sections = new ArrayList<>();
    EnergySection energy = new EnergySection(context);
    if (!energy.isEmpty()) {
      sections.add(energy);
    }
    HostSection hosts = new HostSection(context);
    if (!hosts.isEmpty()) {
      sections.add(hosts);
    }
    return sections;
  }

  private List<PageSection> ofEveryStudy() {
    List<PageSection> sections =
        new ArrayList<>(List.of(new ThroughputSection(context), new LatencySection(context)));
    DeferralSection deferral = new DeferralSection(context);
    if (!deferral.isEmpty()) {
      sections.add(deferral);
    }
    PhaseSection phases = new PhaseSection(context);
    if (!phases.isEmpty()) {
      sections.add(phases);
    }
    OffloadSection offload = new OffloadSection(context);
    if (!offload.isEmpty()) {
      sections.add(offload);
    }
    sections.addAll(energy());
    sections.addAll(
        List.of(
            new StaleRateSection(context),
            new HowStaleSection(context),
            new ServerSection(context),
            new ProcessorSection(context),
            new FailureSection(context),
            new GuaranteeSection(context),
            new DifferenceSection(context),
            new TimelineSection(context),
            new MachineSection(context),
            new RerunSection(context, rawFiles),
            new LimitsSection(context)));
    return sections;
  }

  /** Every chart of the page, in order. */
  public static List<Chart> charts(StudySummary study) {
    return new Page(study, List.of())
        .sections().stream().flatMap(section -> section.charts().stream()).toList();
  }

  /** The style sheet that charts need, also outside the page. */
  public static String chartStyle() {
    return Resources.CHART_STYLE;
  }

  /** The style sheet of the page, for others that are to look the same. */
  public static String style() {
    return Resources.STYLE;
  }

  /** The project's sign, as SVG. */
  public static String logo() {
    return Resources.LOGO;
  }

  /** The address of the page's icon, which has it inside. */
  public static String icon() {
    return Resources.ICON;
  }

  /**
   * A content security policy under which a page may have one style and may fetch nothing.
   *
   * @param style the text of its style sheet
   * @param allowed what it may beside that, as directives that each end with a semicolon and a
   *     space
   */
  public static String contentPolicy(String style, String allowed) {
    return Resources.contentPolicy(style, allowed);
  }

  /** By what a content security policy names a text: its SHA-256. */
  public static String digest(String text) {
    return Resources.digest(text);
  }

  /** The whole document. */
  public String html() {
    Html html = new Html();
    html.raw("<!doctype html>\n").open("html", "lang", "en");
    head(html);
    html.open("body").raw(Table.markers());
    html.element("a", "To the results", "class", "skip", "href", "#verdict");
    bar(html);
    html.open("div", "class", "page");
    contents(html);
    html.open("main");
    new VerdictSection(context).write(html);
    legend(html);
    for (PageSection section : sections()) {
      html.open("section", "id", section.id(), "aria-labelledby", section.id() + "-title");
      html.element("h2", section.title(), "id", section.id() + "-title");
      section.write(html);
      html.close().newline();
    }
    html.close().close();
    html.open("footer").text("Rendered by Quorate from the records of the study ");
    html.element("strong", context.study().name()).text(". Nothing on this page was fetched.");
    html.close();
    html.raw("<script>").raw(Resources.SCRIPT).raw("</script>").close().close().newline();
    return html.toString();
  }

  private void head(Html html) {
    html.open("head").raw("<meta charset=\"utf-8\">");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.empty(
        "meta", "http-equiv", "Content-Security-Policy", "content", Resources.contentPolicy());
    html.element("title", context.study().title() + " \u00b7 Quorate");
    html.raw("<link rel=\"icon\" href=\"" + Resources.ICON + "\">");
    html.raw("<style>").raw(Resources.STYLE).raw("</style>").close().newline();
  }

  private static void bar(Html html) {
    html.open("div", "class", "bar");
    html.open("a", "class", "brand", "href", "#verdict")
        .raw(Resources.LOGO)
        .text("Quorate")
        .close();
    html.raw(
        "<button type=\"button\" id=\"theme\" hidden aria-label=\"Light or dark\">"
            + "<span aria-hidden=\"true\">\u25d0</span> <span id=\"theme-name\">Theme</span>"
            + "</button>");
    html.close();
  }

  private void contents(Html html) {
    html.open("nav", "aria-label", "Contents").open("ol");
    for (PageSection section : sections()) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    html.close().close();
  }

  private void legend(Html html) {
    Looks looks = context.looks();
    if (looks.hueKeys().isEmpty()) {
      return;
    }
    html.open("div", "class", "legend", "id", "legend", "role", "group", "aria-label", "Legend");
    html.element(
        "span",
        looks.hueFactor() == null ? "" : looks.hueFactor().replace('-', ' '),
        "class",
        "of");
    for (Looks.Key key : looks.hueKeys()) {
      html.open("span", "class", "key", "data-level", "h" + key.hue());
      html.raw("<i class=\"h" + key.hue() + "\"></i>").text(key.level()).close();
    }
    if (looks.shapeFactor() != null) {
      html.element("span", looks.shapeFactor().replace('-', ' '), "class", "of");
      for (Looks.Key key : looks.shapeKeys()) {
        html.open("span", "class", "key", "data-level", "s" + key.shape());
        Table.key(html, new Look(key.hue(), key.shape()));
        html.text(key.level()).close();
      }
    }
    html.close();
  }
}
