package org.quorate.report.page;

import java.util.List;
import java.util.Objects;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;

/** Says where joules come from: a number of a power model is called an estimate everywhere. */
final class EnergyOrigin {
  private EnergyOrigin() {}

  static boolean isKnown(List<CellSummary> cells) {
    return !energies(cells).isEmpty();
  }

  /** Whether a part of some cell's energy is estimated. */
  static boolean isEstimated(List<CellSummary> cells) {
    return energies(cells).stream().anyMatch(CellEnergy::estimated);
  }

  /** A badge for what is measured and one for what is estimated, with its error. */
  static void badges(Html html, List<CellSummary> cells) {
    if (energies(cells).stream().anyMatch(energy -> !energy.estimated())) {
      Source.METER.write(html);
      html.text(isEstimated(cells) ? " " : "");
    }
    if (isEstimated(cells)) {
      Source.POWER_MODEL.write(html, error(largestError(cells)));
    }
  }

  /** {@code estimated, ±25 %}, {@code measured}, or both. */
  static String text(List<CellSummary> cells) {
    boolean measured = energies(cells).stream().anyMatch(energy -> !energy.estimated());
    String estimated = "estimated, " + error(largestError(cells));
    return !isEstimated(cells) ? "measured" : measured ? "measured, or " + estimated : estimated;
  }

  /** The origin of one cell's joules. */
  static String text(CellEnergy energy) {
    return text(energy.estimated(), energy.relativeError());
  }

  /** {@code estimated, ±25 %}, {@code measured, ±1 %} or {@code measured}. */
  static String text(boolean estimated, double relativeError) {
    return estimated
        ? "estimated, " + error(relativeError)
        : relativeError > 0 ? "measured, " + error(relativeError) : "measured";
  }

  /** {@code ±25 %}, or that nobody has said it. */
  static String error(double relativeError) {
    return Double.isInfinite(relativeError)
        ? "error not stated"
        : "\u00b1" + percent(relativeError);
  }

  /** A meter's share of a per cent must not become none. */
  private static String percent(double relativeError) {
    return relativeError < 0.1
        ? Numbers.percent(relativeError)
        : Numbers.wholePercent(relativeError);
  }

  private static double largestError(List<CellSummary> cells) {
    return energies(cells).stream()
        .filter(CellEnergy::estimated)
        .mapToDouble(CellEnergy::relativeError)
        .max()
        .orElse(0);
  }

  private static List<CellEnergy> energies(List<CellSummary> cells) {
    return cells.stream().map(CellSummary::energy).filter(Objects::nonNull).toList();
  }
}
