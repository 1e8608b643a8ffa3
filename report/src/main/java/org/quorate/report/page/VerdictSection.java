package org.quorate.report.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.VerdictSentences;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

/** The top of the page: the answer, what was asked, and whether what was expected was seen. */
final class VerdictSection {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  /** Above so many remarks the first pictures are more than a screen away, so most are folded. */
  private static final int MOST_SHOWN = 7;

  private static final int FIRST_SHOWN = 4;

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
    VerdictSentences verdict = VerdictSentences.of(study);
    html.element(
        "h1", bound(verdict.headline()), "class", verdict.headline().length() > 90 ? "long" : "");
    remarks(html, verdict);
    if (!study.complete()) {
      html.open("p", "class", "warning", "role", "note");
      html.element("strong", "Not complete.");
      html.text(
          " Some planned runs have not been measured yet; everything below is about the "
              + ValueText.plural(study.runs().size(), "run", "runs")
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

  private static void remarks(Html html, VerdictSentences verdict) {
    List<String> remarks = verdict.remarks();
    if (remarks.size() == 1) {
      html.element("p", bound(remarks.get(0)), "class", "more");
    } else if (!remarks.isEmpty()) {
      int shown = remarks.size() > MOST_SHOWN ? FIRST_SHOWN : remarks.size();
      list(html, remarks.subList(0, shown), "more");
      folded(
          html,
          remarks.size() - shown + " more: comparisons, and what to hold against these numbers",
          remarks.subList(shown, remarks.size()));
    }
    folded(html, "Cell by cell, in words", verdict.cells());
  }

  private static void folded(Html html, String summary, List<String> sentences) {
    if (!sentences.isEmpty()) {
      html.open("details").element("summary", summary);
      list(html, sentences, "");
      html.close();
    }
  }

  private static void list(Html html, List<String> sentences, String style) {
    html.open("ul", "class", style);
    sentences.forEach(sentence -> html.element("li", bound(sentence)));
    html.close();
  }

  /** Keeps a number and its unit on one line. */
  private static String bound(String sentence) {
    return sentence
        .replace(" %", "\u00a0%")
        .replaceAll("(\\d) (ms|s|operations/s)\\b", "$1\u00a0$2");
  }

  private void facts(Html html) {
    long operations = 0;
    long reads = 0;
    double seconds = 0;
    for (RunResult run : study.runs()) {
      seconds += run.seconds();
      operations += run.succeeded();
      if (run.staleness() != null) {
        reads += run.staleness().reads();
      }
    }
    html.open("ul", "class", "facts", "aria-label", "What was measured");
    fact(html, ValueText.plural(study.cells().size(), "cell", "cells"), "");
    fact(html, ValueText.plural(study.runs().size(), "run", "runs"), "");
    fact(html, duration(seconds) + " measured", "");
    fact(html, ValueText.plural(operations, "operation", "operations"), Source.CLIENT.label());
    if (reads > 0) {
      fact(html, Numbers.count(reads) + " reads judged", Source.ORACLE.label());
    }
    html.close();
  }

  private static String duration(double seconds) {
    return seconds < 600
        ? Numbers.of(seconds) + "\u00a0s"
        : seconds < 7200
            ? Numbers.of(seconds / 60) + "\u00a0min"
            : Numbers.of(seconds / 3600) + "\u00a0h";
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
    findings(html, study.findings());
  }

  private static void findings(Html html, List<Finding> findings) {
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
      html.open("span").element("strong", ValueText.capitalised(finding.expectation())).text(" ");
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
    html.text(ValueText.plural(pilot.trials().size(), "trial", "trials"));
    html.text(pilot.holds() ? "." : "; at no delay did everything hold.").close();
    for (PilotOutcome.Trial trial : pilot.trials()) {
      html.open("p").element("strong", trial.delay());
      html.text(": " + trial.held() + " of " + trial.findings().size() + " expectations held.");
      html.close();
      findings(html, trial.findings());
    }
    html.close();
  }
}
