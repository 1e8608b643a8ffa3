package org.quorate.cli.live;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.core.level.Level;
import org.quorate.report.format.Numbers;

/** Numbers and names of the agent's page as text. Pure. */
final class LiveWords {
  private LiveWords() {}

  /** A clock's minute in UTC, such as {@code 23:40}. */
  static String clock(double minute) {
    long ofDay = Math.floorMod((long) Math.floor(minute), 24 * 60L);
    return String.format(Locale.ROOT, "%02d:%02d", ofDay / 60, ofDay % 60);
  }

  /** Such as {@code 812 per second}. */
  static String rate(MeanRate rate) {
    return rate.isKnown() ? Numbers.of(rate.mean()) + " per second" : "not known";
  }

  /** Bounds of a share, such as {@code 0.42 – 0.63 %}; empty where they say no more. */
  static String bounds(double low, double high) {
    String bounds = Numbers.interval(100 * low, 100 * high);
    return bounds.isEmpty() ? "" : bounds + "\u00a0%";
  }

  /** At which level a table is read, as far as the servers' counts tell. */
  static String level(TableReport table) {
    return Double.isNaN(table.replicasPerRead())
        ? Numbers.UNKNOWN
        : table.likelyLevel().map(Level::name).orElse("mixed");
  }

  /** Why that level is taken to be in use. */
  static String why(TableReport table) {
    if (Double.isNaN(table.replicasPerRead())) {
      return "not known: nothing was read, or the nodes do not tell how many replicas executed a"
          + " read";
    }
    String replicas =
        Numbers.of(table.replicasPerRead())
            + " replicas executed each read, as the servers counted them, ";
    return table
        .likelyLevel()
        .map(level -> level + " by all appearances: " + replicas + "as many as it asks")
        .orElse("mixed, perhaps: " + replicas + "and no level asks as many");
  }

  /** The id of a table's part of the page; of letters and digits alone where its name is odd. */
  static String id(String table) {
    return table.matches("[A-Za-z0-9_.]+")
        ? "table-" + table
        : "table-" + HexFormat.of().formatHex(table.getBytes(StandardCharsets.UTF_8));
  }
}
