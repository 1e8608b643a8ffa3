package org.quorate.report.page;

import org.quorate.study.plan.Claim;
import org.quorate.study.summary.StudySummary;

/** What the study does not show, and what others say. */
final class LimitsSection implements PageSection {
  private final Context context;
  private final StudySummary study;

  LimitsSection(Context context) {
    this.context = context;
    study = context.study();
  }

  @Override
  public String id() {
    return "limits";
  }

  @Override
  public String title() {
    return "What this does not show";
  }

  @Override
  public void write(Html html) {
    if (study.caveats().isEmpty()) {
      html.element("p", "The study names no limits of its own.", "class", "lead");
    } else {
      html.open("ul", "class", "caveats");
      study.caveats().forEach(caveat -> html.element("li", caveat));
      html.close();
    }
    if (!study.claims().isEmpty()) {
      html.element("h3", "What others say");
      html.open("ul", "class", "claims");
      for (Claim claim : study.claims()) {
        html.open("li").text(claim.text()).text(" ");
        html.element("span", "quoted", "class", "badge").text(" ");
        html.element("cite", claim.source());
        context.verdict(claim).ifPresent(verdict -> ClaimTexts.write(html, verdict));
        html.close();
      }
      html.close();
    }
  }
}
