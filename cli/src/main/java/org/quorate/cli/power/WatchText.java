package org.quorate.cli.power;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.Paragraphs;
import org.quorate.cli.power.WatchJson.ChannelJson;
import org.quorate.report.format.Numbers;

/** The summary of a watch as text for the terminal. Pure. */
final class WatchText {
  /** A step of the values that makes more of the energy than this is worth a line. */
  private static final double COARSE = 0.01;

  private WatchText() {}

  static String of(Console console, WatchJson view) {
    Paragraphs out = Paragraphs.of(console);
    out.blank();
    out.heading(view.meter());
    out.fact(
        "time",
        Numbers.of(view.seconds()) + " s, " + seconds(view.from()) + " to " + seconds(view.to()));
    if (view.refused() == null) {
      energy(out, view);
    } else {
      out.fact("energy", "refused: " + view.refused());
    }
    out.blank();
    out.table(2, rows(view));
    List<String> notes = new ArrayList<>();
    for (ChannelJson channel : view.channels()) {
      repeated(channel, notes);
      String refused = channel.refused();
      if (refused != null && !channel.counted()) {
        notes.add(refused);
      }
    }
    view.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
    notes.forEach(note -> out.sentence(2, note));
    return out.text();
  }

  private static void energy(Paragraphs out, WatchJson view) {
    out.fact(
        "energy",
        joules(view.joules())
            + ", "
            + (view.estimated() ? "estimated by a model" : "measured")
            + error(view)
            + " ("
            + String.join(", ", view.scopes())
            + ")");
    Double lowest = view.lowestWatts();
    Double highest = view.highestWatts();
    out.fact(
        "power",
        "mean "
            + watts(view.meanWatts())
            + (lowest == null || highest == null
                ? ""
                : "; lowest second " + watts(lowest) + ", highest " + watts(highest)));
    Double resolution = view.resolutionJoules();
    Double joules = view.joules();
    if (resolution != null && joules != null && resolution > COARSE * joules) {
      out.fact(
          "resolution",
          "the meter's steps make the energy uncertain by "
              + joules(resolution)
              + " to either side; look longer for less");
    }
  }

  private static String error(WatchJson view) {
    Double error = view.relativeError();
    Double comparison = view.comparisonError();
    if (error == null || comparison == null) {
      return ", nobody says how far off; without error=... no difference of it is claimed";
    }
    return error == 0
        ? ""
        : ", which may be off by "
            + Numbers.wholePercent(error)
            + (comparison.equals(error)
                ? ""
                : ", and the ratio of two such by " + Numbers.wholePercent(comparison));
  }

  private static List<List<String>> rows(WatchJson view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("channel", "mean W", "energy", "readings", "new", "refresh", "missing", "gaps"));
    for (ChannelJson channel : view.channels()) {
      Double refresh = channel.refreshSeconds();
      rows.add(
          List.of(
              channel.counted() ? channel.name() : "(" + channel.name() + ")",
              channel.refused() == null ? number(channel.meanWatts()) : "refused",
              joules(channel.joules()),
              Numbers.count(channel.readings()),
              Numbers.count(channel.newReadings()),
              refresh == null ? Numbers.UNKNOWN : Numbers.of(refresh) + " s",
              Numbers.count(channel.missing()),
              Integer.toString(channel.gaps())));
    }
    return rows;
  }

  private static void repeated(ChannelJson channel, List<String> notes) {
    Double refresh = channel.refreshSeconds();
    if (refresh != null && channel.newReadings() * 2 <= channel.readings()) {
      notes.add(
          channel.name()
              + " says something new only every "
              + Numbers.of(refresh)
              + " s; reading it more often repeats it.");
    }
    if (channel.wraps() > 0) {
      notes.add(
          channel.name()
              + " started again at zero "
              + channel.wraps()
              + (channel.wraps() == 1 ? " time" : " times")
              + ", which is counted in.");
    }
  }

  private static String number(@Nullable Double value) {
    return value == null ? Numbers.UNKNOWN : Numbers.of(value);
  }

  private static String watts(@Nullable Double value) {
    return number(value) + " W";
  }

  private static String joules(@Nullable Double value) {
    if (value == null) {
      return Numbers.UNKNOWN;
    }
    return value < 1e5 ? Numbers.of(value) + " J" : Numbers.of(value / 1e6) + " MJ";
  }

  private static String seconds(String time) {
    int point = time.indexOf('.');
    return point < 0 ? time : time.substring(0, point) + "Z";
  }
}
