package org.quorate.cli.power;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.quorate.cli.console.Console;
import org.quorate.power.Channel;
import org.quorate.power.Origin;
import org.quorate.power.watch.LiveWatts;
import org.quorate.report.format.Numbers;
import org.quorate.report.terminal.Style;

/**
 * What a meter says now, one line for each look: for the eye in columns as wide as the terminal, or
 * as CSV with the columns {@code time,channel,scope,origin,counted,watts}. Not thread-safe.
 */
final class WatchLines {
  private static final int TIME_WIDTH = 9;
  private static final int NARROWEST = 8;
  private static final int WIDEST = 20;
  private static final int USUAL = 80;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintWriter writer;
  private final CsvWriter records;
  private final Style style;
  private final OptionalInt columns;
  private final List<Channel> channels;
  private final boolean csv;
  private final List<Integer> shown = new ArrayList<>();
  private final boolean summed;

  /**
   * @param csv whether the lines are what was asked for, as CSV
   * @param aside whether they are remarks beside what was asked for
   */
  WatchLines(Console console, List<Channel> channels, boolean csv, boolean aside) {
    this.writer = aside ? console.error() : console.output();
    this.records = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(writer);
    this.columns = aside ? console.errorColumns() : console.outputColumns();
    this.style = new Style(console.colour() && columns.isPresent(), console.unicode());
    this.channels = channels;
    this.csv = csv;
    this.summed = channels.stream().filter(Channel::counted).count() != 1;
    choose();
  }

  /** As many channels as fit, those that count before those apart. */
  private void choose() {
    int left = columns.orElse(USUAL) - TIME_WIDTH - (summed ? NARROWEST + 2 : 0);
    for (boolean counted : new boolean[] {true, false}) {
      for (int i = 0; i < channels.size(); i++) {
        if (channels.get(i).counted() == counted && left >= width(i) + 2) {
          shown.add(i);
          left -= width(i) + 2;
        }
      }
    }
  }

  private String head(int channel) {
    Channel each = channels.get(channel);
    String name = style.plain(each.name());
    String text = each.counted() ? name : "(" + name + ")";
    return Style.width(text) <= WIDEST
        ? text
        : text.substring(0, WIDEST - 1) + (style.unicode() ? "\u2026" : "~");
  }

  private int width(int channel) {
    return Math.max(NARROWEST, Style.width(head(channel)));
  }

  void begin() {
    if (csv) {
      records.writeRecord("time", "channel", "scope", "origin", "counted", "watts");
    } else {
      boolean estimated = channels.stream().anyMatch(each -> each.origin() == Origin.ESTIMATED);
      boolean apart = shown.stream().anyMatch(i -> !channels.get(i).counted());
      int hidden = channels.size() - shown.size();
      writer.println(
          "Watts"
              + (estimated ? ", estimated by a model" : "")
              + (apart ? "; (in brackets): shown apart, not in the sum" : "")
              + (hidden > 0 ? "; " + hidden + " more in the summary" : "")
              + ":");
      StringBuilder line = new StringBuilder(right("time", TIME_WIDTH));
      if (summed) {
        line.append("  ").append(right("sum", NARROWEST));
      }
      shown.forEach(i -> line.append("  ").append(right(head(i), width(i))));
      writer.println(style.dim(line.toString()));
    }
    writer.flush();
  }

  void show(Instant now, Duration elapsed, LiveWatts.Look look) {
    if (csv) {
      rows(now, look);
    } else {
      StringBuilder line =
          new StringBuilder(
              right(
                  String.format(Locale.ROOT, "%.1f s", elapsed.toNanos() / NANOS_PER_SECOND),
                  TIME_WIDTH));
      if (summed) {
        line.append("  ").append(right(watts(look.sum()), NARROWEST));
      }
      shown.forEach(i -> line.append("  ").append(right(watts(look.channels().get(i)), width(i))));
      writer.println(line);
    }
    writer.flush();
  }

  private String watts(double watts) {
    return style.plain(Numbers.of(watts));
  }

  private void rows(Instant now, LiveWatts.Look look) {
    String time = now.truncatedTo(ChronoUnit.MILLIS).toString();
    boolean estimated = false;
    for (int i = 0; i < channels.size(); i++) {
      Channel channel = channels.get(i);
      estimated |= channel.counted() && channel.origin() == Origin.ESTIMATED;
      row(
          time,
          channel.name(),
          channel.scope().settingsName(),
          channel.origin(),
          Boolean.toString(channel.counted()),
          look.channels().get(i));
    }
    row(time, "sum", "", estimated ? Origin.ESTIMATED : Origin.MEASURED, "", look.sum());
  }

  private void row(
      String time, String name, String scope, Origin origin, String counted, double watts) {
    records.writeRecord(
        time,
        name,
        scope,
        origin.name().toLowerCase(Locale.ROOT),
        counted,
        Double.isNaN(watts) ? "" : String.format(Locale.ROOT, "%.3f", watts));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - Style.width(text))) + text;
  }
}
