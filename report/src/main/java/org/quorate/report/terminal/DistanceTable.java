package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Cell;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.summary.Mean;

/** A line for each policy of which it is known how far it is from the best possible one. */
final class DistanceTable {
  private final BestDistances distances;
  private final Style style;

  DistanceTable(BestDistances distances, Style style) {
    this.distances = distances;
    this.style = style;
  }

  /**
   * The table with an empty line before it, and what is not known; nothing where there is nothing
   * to be said.
   */
  String render(int width) {
    StringBuilder out = new StringBuilder();
    if (!distances.known().isEmpty()) {
      List<String> labels =
          distances.known().stream()
              .map(distance -> style.plain(new Cell(distance.policy()).label()))
              .toList();
      List<TextTable.Column> columns = new ArrayList<>();
      add(columns, "replicas", "/read", 95, each -> Numbers.of(each.replicaReads().mean()));
      add(columns, "best", "/read", 90, each -> Numbers.of(each.best().mean()));
      add(columns, "above", "best %", 100, each -> percent(each.overBest()));
      add(columns, "95 % of", "runs", 80, each -> interval(each.overBest()));
      add(columns, "same", "info/read", 60, each -> Numbers.of(each.sameInformation().mean()));
      add(columns, "above", "that %", 70, each -> percent(each.overSameInformation()));
      add(columns, "clairvoyant", "/read", 50, each -> Numbers.of(each.clairvoyant().mean()));
      out.append('\n').append(new TextTable("policy", labels, columns, style).render(width));
    }
    for (String sentence : distances.unknown()) {
      out.append('\n');
      for (String line : Wrapping.wrap(style.plain(sentence), width)) {
        out.append(line).append('\n');
      }
    }
    return out.toString();
  }

  private void add(
      List<TextTable.Column> columns,
      String name,
      String unit,
      int weight,
      Function<BestDistance, String> value) {
    columns.add(
        new TextTable.Column(
            style.plain(name),
            style.plain(unit),
            weight,
            distances.known().stream().map(each -> style.plain(value.apply(each))).toList()));
  }

  private static String percent(Mean share) {
    return Numbers.of(share.mean() * 100);
  }

  private static String interval(Mean share) {
    String text = Numbers.interval(share.low() * 100, share.high() * 100);
    return text.isEmpty() ? Numbers.UNKNOWN : text.replace("\u2009", "");
  }
}
