package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.List;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.policy.ReadLevels;

/**
 * The estimates for one table at every level: a table where the width allows it, with bounds beside
 * the values or below them, else a sentence for each level. No level and no model is left out.
 */
record LevelTable(Paragraphs out, ReadLevels levels) {
  private static final int INDENT = 4;
  private static final String FOOTNOTE = " *";

  /** Adds the estimates; there are some. */
  void add(TableReport table) {
    out.sentence(
        2,
        "Estimated stale reads (no read was judged), writes taken to be at "
            + levels.writeLevel()
            + ":");
    List<List<String>> beside = rows(table, true);
    List<List<String>> below = rows(table, false);
    if (out.fits(INDENT, beside)) {
      out.table(INDENT, beside);
    } else if (out.fits(INDENT, below)) {
      out.table(INDENT, below);
    } else {
      table.levels().forEach(level -> out.sentence(INDENT, sentence(level)));
    }
    if (table.levels().stream()
        .anyMatch(level -> level.estimates().stream().anyMatch(each -> isMoot(level, each)))) {
      out.sentence(
          INDENT,
          "* This model takes every write to be at ONE. After writes at "
              + levels.writeLevel()
              + " these reads meet every write, so none is stale.");
    }
  }

  private static List<List<String>> rows(TableReport table, boolean boundsBeside) {
    List<String> names = new ArrayList<>(List.of("read at", "replicas", "stale?"));
    table.levels().get(0).estimates().forEach(estimate -> names.add(estimate.model()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(names);
    for (LevelEstimate level : table.levels()) {
      List<String> row =
          new ArrayList<>(
              List.of(level.level().name(), Integer.toString(level.replicas()), mayBeStale(level)));
      List<String> bounds = new ArrayList<>(List.of("", "", ""));
      for (RateEstimate estimate : level.estimates()) {
        String note = isMoot(level, estimate) ? FOOTNOTE : "";
        row.add((boundsBeside ? Words.estimate(estimate) : Words.value(estimate)) + note);
        bounds.add(Words.bounds(estimate));
      }
      rows.add(row);
      if (!boundsBeside && bounds.stream().anyMatch(bound -> !bound.isEmpty())) {
        rows.add(bounds);
      }
    }
    return rows;
  }

  private static String sentence(LevelEstimate level) {
    StringBuilder text = new StringBuilder(level.level().name());
    text.append(" (").append(Words.count(level.replicas(), "replica"));
    text.append(level.meetsEveryWrite() ? ", never stale)" : ")");
    String separator = ": ";
    for (RateEstimate estimate : level.estimates()) {
      text.append(separator).append(estimate.model()).append(' ').append(Words.estimate(estimate));
      text.append(isMoot(level, estimate) ? FOOTNOTE : "");
      separator = ", ";
    }
    return text.toString();
  }

  private static String mayBeStale(LevelEstimate level) {
    return level.meetsEveryWrite() ? "never" : "can be";
  }

  /** A figure for reads that cannot be stale, from a model that knows nothing of write levels. */
  private static boolean isMoot(LevelEstimate level, RateEstimate estimate) {
    return level.meetsEveryWrite() && estimate.raw() > 0;
  }
}
