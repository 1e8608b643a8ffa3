package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.summary.ClaimVerdict;

/** What others claim, each beside what was measured here and a verdict. */
final class ClaimSection implements PageSection {
  private final Context context;
  private final List<ClaimVerdict> verdicts;

  ClaimSection(Context context) {
    this.context = context;
    verdicts = context.study().claimVerdicts();
  }

  @Override
  public String id() {
    return "claims";
  }

  @Override
  public String title() {
    return "The papers\u2019 claims";
  }

  boolean isEmpty() {
    return verdicts.isEmpty();
  }

  @Override
  public void write(Html html) {
    html.open("p", "class", "lead");
    html.text(
        ValueText.plural(verdicts.size(), "claim is", "claims are")
            + " quoted: "
            + counts()
            + ". Measured is the geometric mean of the ratios of pairs of runs of the same"
            + " repetition, over all settings that the claim is about, with its 95 % interval over"
            + " blocks of runs, or over starts of clusters where these differ; each claim is judged"
            + " by itself. ");
    Source.QUOTED.write(html);
    html.text(" ");
    Source.COMPUTED.write(html);
    if (verdicts.stream().anyMatch(ClaimVerdict::estimated)) {
      html.text(" Energy: ");
      EnergyOrigin.badges(html, context.cells());
    }
    html.close().newline();
    table(html);
  }

  private String counts() {
    List<String> counts = new ArrayList<>();
    for (ClaimVerdict.Outcome outcome : ClaimVerdict.Outcome.values()) {
      long count = verdicts.stream().filter(each -> each.outcome() == outcome).count();
      if (count > 0) {
        counts.add(Numbers.count(count) + " " + words(outcome, count));
      }
    }
    return String.join(", ", counts);
  }

  private static String words(ClaimVerdict.Outcome outcome, long count) {
    return switch (outcome) {
      case AGREES_WITHIN_INTERVAL -> (count == 1 ? "agrees" : "agree") + " within the interval";
      case AGREES_IN_DIRECTION -> (count == 1 ? "agrees" : "agree") + " in direction";
      case DIFFERS -> count == 1 ? "differs" : "differ";
      case NOT_DISTINGUISHABLE -> "not distinguishable here";
      case CANNOT_BE_TESTED -> "cannot be tested here";
    };
  }

  private void table(Html html) {
    Table table =
        new Table("Quoted and measured", "Claim", false)
            .wholeNames()
            .words("Verdict")
            .words("Quoted")
            .words("Here");
    for (ClaimVerdict verdict : verdicts) {
      ClaimedChange expects = verdict.claim().expects();
      table.row(
          verdict.claim().text(),
          Look.NEUTRAL,
          List.of(
              new Table.Value(verdict.outcome().text(), verdict.reason(), Double.NaN),
              new Table.Value(
                  expects == null ? "in words" : expects.change().text(),
                  (expects == null ? "" : ClaimTexts.question(expects) + "; ")
                      + verdict.claim().source(),
                  Double.NaN),
              new Table.Value(ClaimTexts.measured(verdict), pairs(verdict), Double.NaN)));
    }
    table.write(html);
  }

  private static String pairs(ClaimVerdict verdict) {
    return verdict.pairs() == 0
        ? ""
        : ValueText.plural(verdict.pairs(), "pair of runs", "pairs of runs")
            + " in "
            + ValueText.plural(verdict.settings(), "setting", "settings")
            + (verdict.estimated() || verdict.relativeError() > 0
                ? "; " + ClaimTexts.origin(verdict) + ClaimTexts.withError(verdict)
                : "");
  }
}
