package org.quorate.report.terminal;

import org.quorate.study.plan.Cell;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;

/** A line for each policy of which it is known how far it is from the best possible one. */
record DistanceTable(BestDistances distances, Style style) {
  /**
   * The table with an empty line before it, and what is not known; nothing where there is nothing
   * to be said.
   */
  String render(int width) {
    StringBuilder out = new StringBuilder();
    if (!distances.known().isEmpty()) {
      TextTable<BestDistance> table =
          new TextTable<>(
              "policy", distances.known(), each -> new Cell(each.policy()).label(), style);
      table.mean("replicas", "/read", 95, BestDistance::replicaReads);
      table.mean("best", "/read", 90, BestDistance::best);
      table.percent("above", "best %", 100, BestDistance::overBest);
      table.interval(80, BestDistance::overBest, 100);
      table.mean("same", "info/read", 60, BestDistance::sameInformation);
      table.percent("above", "that %", 70, BestDistance::overSameInformation);
      table.mean("clairvoyant", "/read", 50, BestDistance::clairvoyant);
      out.append('\n').append(table.render(width));
    }
    for (String sentence : distances.unknown()) {
      out.append('\n');
      for (String line : Wrapping.wrap(style.plain(sentence), width)) {
        out.append(line).append('\n');
      }
    }
    return out.toString();
  }
}
