package org.quorate.report.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.quorate.report.format.Numbers;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

/** The top of the page: the answer, what was asked, and whether what was expected was seen. */
final class VerdictSection {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final StudySummary study;

  VerdictSection(Context context) {
    study = context.study();
  }

  void write(Html html) {
    html.open("header", "class", "verdict", "id", "verdict");
    html.open("p", "class", "eyebrow").text(study.title());
    if (!study.runs().isEmpty()) {
      html.text(" \u00b7 ").text(DAY.format(study.runs().get(0).startedAt()));
    }
    html.close();
    List<String> verdict = study.verdict();
    html.element("h1", verdict.isEmpty() ? study.title() : verdict.get(0));
    if (verdict.size() > 1) {
      html.element("p", String.join(" ", verdict.subList(1, verdict.size())), "class", "more");
    }
    if (!study.complete()) {
      html.open("p", "class", "warning", "role", "note");
      html.element("strong", "Not complete.");
      html.text(
          " Some planned runs have not been measured yet; everything below is about the "
              + Texts.plural(study.runs().size(), "run", "runs")
              + " measured so far.");
      html.close();
    }
    if (!study.question().isEmpty()) {
      html.open("p", "class", "asked").element("strong", "Asked:").text(" " + study.question());
      html.close();
    }
    facts(html);
    findings(html);
    pilot(html);
    html.close().newline();
  }

  private void facts(Html html) {
    long operations = 0;
    long reads = 0;
    double seconds = 0;
    for (RunResult run : study.runs()) {
      seconds += run.seconds();
      for (OperationResult operation : run.operations()) {
        operations += operation.ok();
      }
      if (run.staleness() != null) {
        reads += run.staleness().reads();
      }
    }
    html.open("ul", "class", "facts", "aria-label", "What was measured");
    fact(html, Texts.plural(study.cells().size(), "cell", "cells"), "");
    fact(html, Texts.plural(study.runs().size(), "run", "runs"), "");
    fact(html, Numbers.of(seconds) + " s measured", "");
    fact(html, Texts.plural(operations, "operation", "operations"), Source.CLIENT.label());
    if (reads > 0) {
      fact(html, Numbers.count(reads) + " reads judged", Source.ORACLE.label());
    }
    html.close();
  }

  private static void fact(Html html, String text, String badge) {
    html.open("li").text(text);
    if (!badge.isEmpty()) {
      html.text(" ").element("span", badge, "class", "badge");
    }
    html.close();
  }

  private void findings(Html html) {
    if (study.findings().isEmpty()) {
      return;
    }
    html.element("h2", "What it set out to see", "class", "small");
    list(html, study.findings());
  }

  private static void list(Html html, List<Finding> findings) {
    html.open("ul", "class", "findings");
    for (Finding finding : findings) {
      String outcome =
          switch (finding.outcome()) {
            case HOLDS -> "holds";
            case UNDECIDED -> "undecided";
            case DOES_NOT_HOLD -> "does not hold";
          };
      String style =
          switch (finding.outcome()) {
            case HOLDS -> "yes";
            case UNDECIDED -> "open";
            case DOES_NOT_HOLD -> "no";
          };
      html.open("li", "class", style);
      html.element("span", outcome, "class", "outcome");
      html.open("span").element("strong", finding.expectation()).text(" ");
      html.element("span", finding.evidence(), "class", "evidence").close().close();
    }
    html.close();
  }

  private void pilot(Html html) {
    PilotOutcome pilot = study.pilot();
    if (pilot == null) {
      return;
    }
    html.open("details").open("summary");
    html.text("Link delay " + pilot.delay() + " was chosen by a pilot of ");
    html.text(Texts.plural(pilot.trials().size(), "trial", "trials"));
    html.text(pilot.holds() ? "." : "; at no delay did everything hold.").close();
    for (PilotOutcome.Trial trial : pilot.trials()) {
      html.open("p").element("strong", trial.delay());
      html.text(": " + trial.held() + " of " + trial.findings().size() + " expectations held.");
      html.close();
      list(html, trial.findings());
    }
    html.close();
  }
}
