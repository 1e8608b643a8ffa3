package org.quorate.report.page;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Figure;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/** What is said of claims and their verdicts. */
final class ClaimTexts {
  private ClaimTexts() {}

  /** The verdict below the words that it is about. */
  static void write(Html html, ClaimVerdict verdict) {
    html.open("p", "class", "claim-verdict " + style(verdict.outcome()));
    html.element("span", ValueText.capitalised(verdict.outcome().text()), "class", "outcome");
    String measured = measured(verdict);
    html.text(" ");
    html.element(
        "span",
        measured.equals(Numbers.UNKNOWN)
            ? "(" + verdict.reason() + ")"
            : measured
                + (verdict.estimated() ? " estimated here" : " measured here")
                + (verdict.reason().isEmpty() ? "" : " (" + verdict.reason() + ")"),
        "class",
        "evidence");
    if (verdict.estimated()) {
      html.text(" ");
      ServerRange servers = verdict.servers();
      Source.POWER_MODEL.write(
          html,
          servers == null
              ? EnergyOrigin.error(verdict.relativeError())
              : ValueText.plural(servers.servers(), "published server", "published servers"));
    }
    html.close();
  }

  /** As the findings of a study look. */
  static String style(ClaimVerdict.Outcome outcome) {
    return switch (outcome) {
      case AGREES_WITHIN_INTERVAL, AGREES_IN_DIRECTION -> "yes";
      case NOT_DISTINGUISHABLE, CANNOT_BE_TESTED -> "open";
      case DIFFERS -> "no";
    };
  }

  /** {@code −58 % (−61 to −55)}; a dash where nothing was compared. */
  static String measured(ClaimVerdict verdict) {
    Mean ratio = verdict.ratio();
    if (ratio == null || !Double.isFinite(ratio.mean())) {
      return Numbers.UNKNOWN;
    }
    String interval = interval(ratio);
    return change(ratio.mean()) + "\u00a0%" + (interval.isEmpty() ? "" : " (" + interval + ")");
  }

  /** {@code estimated, −42 to −36 % by 12 published servers}, or how far off it may be. */
  static String origin(ClaimVerdict verdict) {
    ServerRange servers = verdict.servers();
    return servers == null
        ? EnergyOrigin.text(verdict.estimated(), verdict.relativeError())
        : "estimated, "
            + change(servers.low())
            + " to "
            + change(servers.high())
            + "\u00a0% by "
            + ValueText.plural(servers.servers(), "published server", "published servers");
  }

  /** {@code , with that error −66 to −41 %}; empty where there is none, or nobody states it. */
  static String withError(ClaimVerdict verdict) {
    Mean wide = verdict.withError();
    boolean errs = verdict.relativeError() > 0 || verdict.servers() != null;
    String interval = wide == null || !errs ? "" : interval(wide);
    return interval.isEmpty() ? "" : ", with that and chance " + interval + "\u00a0%";
  }

  /** The interval of the change in per cent. */
  private static String interval(Mean ratio) {
    return ratio.hasInterval() ? change(ratio.low()) + " to " + change(ratio.high()) : "";
  }

  private static String change(double ratio) {
    double percent = (ratio - 1) * 100;
    String number =
        String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f" : "%.0f", Math.abs(percent));
    return (percent > 0 ? "+" : "\u2212") + number;
  }

  /** {@code energy per operation: ONE against ALL, threads 70}. */
  static String question(ClaimedChange change) {
    String where =
        change.where().entrySet().stream()
            .map(
                each ->
                    each.getKey().equals(Figure.PART)
                        ? "part " + String.join(" and ", each.getValue())
                        : each.getValue().stream()
                            .map(level -> new Cell(Map.of(each.getKey(), level)).label())
                            .collect(Collectors.joining(" or ")))
            .collect(Collectors.joining(", "));
    return change.measure().text().replace('-', ' ')
        + ": "
        + new Cell(change.of()).label()
        + " against "
        + new Cell(change.against()).label()
        + (where.isEmpty() ? "" : "; " + where);
  }
}
