package org.quorate.report.page;

import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Values of tables and charts as text. */
final class ValueText {
  private ValueText() {}

  /** Mean with the interval as the smaller line; null is one that is not known. */
  static Table.Value estimate(@Nullable Mean estimate) {
    return estimate == null
        ? Table.Value.of(Numbers.UNKNOWN)
        : new Table.Value(
            Numbers.of(estimate.mean()),
            Numbers.interval(estimate.low(), estimate.high()),
            estimate.mean());
  }

  /** A share likewise, as percentages without the sign, which the heading has. */
  static Table.Value share(@Nullable Mean share) {
    return share == null
        ? Table.Value.of(Numbers.UNKNOWN)
        : new Table.Value(
            Numbers.of(share.mean() * 100),
            Numbers.interval(share.low() * 100, share.high() * 100),
            share.mean());
  }

  /** A duration in a table's unit. */
  static Table.Value time(TimeUnits unit, double nanos, long count) {
    return count == 0 ? Table.Value.of(Numbers.UNKNOWN) : Table.Value.of(unit.number(nanos), nanos);
  }

  /** A whole number of nanoseconds in a table's unit. */
  static Table.Value time(TimeUnits unit, long nanos, long count) {
    return time(unit, (double) nanos, count);
  }

  static Table.Value count(long count) {
    return Table.Value.of(Numbers.count(count), count);
  }

  /** {@code 12 of 3,456}. */
  static String staleOfReads(StalenessResult staleness) {
    return Numbers.count(staleness.staleReads()) + " of " + Numbers.count(staleness.reads());
  }

  /** Mean and interval with a unit, on one line, for what appears under the pointer. */
  static String line(String name, Mean estimate, String unit) {
    String interval = Numbers.interval(estimate.low(), estimate.high());
    return name
        + " "
        + Numbers.of(estimate.mean())
        + (unit.isEmpty() ? "" : " " + unit)
        + (interval.isEmpty() ? "" : " (" + interval + ")");
  }

  /** What a cell's stale-read rate says in a few words. */
  static String staleRate(CellSummary cell) {
    Mean rate = cell.staleRate();
    if (rate == null) {
      return "no history taken";
    }
    String text = Numbers.percent(rate.mean());
    return cell.staleness() == null
        ? text
        : text + " stale (" + staleOfReads(cell.staleness()) + " reads)";
  }

  static String plural(long count, String one, String many) {
    return Numbers.count(count) + " " + (count == 1 ? one : many);
  }

  static String capitalised(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
