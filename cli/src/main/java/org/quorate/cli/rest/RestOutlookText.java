package org.quorate.cli.rest;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestPlan.Gear;
import org.quorate.core.rest.RestPlan.Nothing;
import org.quorate.core.rest.RestSaving;
import org.quorate.core.rest.RestSpell;
import org.quorate.power.model.HostProfile;

/** A {@link RestOutlook} for people: one sentence to act on, the hours, and what was not seen. */
final class RestOutlookText {
  private static final int HOURS = 24;
  private static final int SECONDS_PER_DAY = 86_400;

  private final RestOutlook outlook;
  private final Paragraphs out;

  RestOutlookText(RestOutlook outlook, Paragraphs out) {
    this.outlook = outlook;
    this.out = out;
  }

  void write() {
    out.heading(sentence());
    out.blank();
    if (outlook.plan() instanceof Gear gear) {
      gear.allowed().notes().forEach(note -> out.sentence(0, note));
    } else if (outlook.plan() instanceof Nothing nothing) {
      nothing.reasons().stream().skip(1).forEach(reason -> out.sentence(0, reason));
    }
    out.table(2, outlook.hasHours() ? hours() : now());
    out.blank();
    out.sentence(0, "What this rests on:");
    basis().forEach(line -> out.sentence(2, "- " + line));
    out.sentence(0, "What was not seen:");
    unseen().forEach(line -> out.sentence(2, "- " + line));
  }

  /** What a person can act on. */
  String sentence() {
    if (outlook.plan() instanceof Nothing nothing) {
      return "No replica could rest: " + nothing.reasons().get(0);
    }
    Gear gear = (Gear) outlook.plan();
    String nodes = String.join(", ", gear.nodes());
    return outlook.hasHours()
        ? nodes
            + " could rest each day "
            + gear.spells().stream().map(RestOutlookText::words).collect(Collectors.joining(", "))
            + " UTC: "
            + hours(gear)
            + saving(gear)
            + "."
        : nodes
            + (outlook.mostFrom().isEmpty()
                ? " could rest as far as rows are concerned, whatever load the others can carry"
                : " could rest at the load of now")
            + ", for up to "
            + Durations.format(gear.allowed().longest())
            + " at a time; in which hours of the day is not known from one look: have the agent"
            + " record some days, and name its folder with --history.";
  }

  private String hours(Gear gear) {
    int nodes = outlook.situation().nodes().size();
    return String.format(
        Locale.ROOT,
        "%.1f of %d node hours a day at rest (%.0f %%)",
        gear.nodeHours(),
        HOURS * nodes,
        100 * gear.nodeHours() / (HOURS * nodes));
  }

  private String saving(Gear gear) {
    return outlook.saving(gear).map(RestOutlookText::words).orElse("");
  }

  private static String words(RestSaving saving) {
    return saving.low() > 0
        ? String.format(
            Locale.ROOT,
            ", which would save an estimated %.1f to %.1f %% of the energy of hosts of that kind",
            100 * saving.low(),
            100 * saving.high())
        : ", which by estimate would save no energy, since switching off and booting takes more";
  }

  private static String words(SortedSet<LocalDate> days) {
    return days.size() == 1
        ? "1 day, " + days.first()
        : days.size() + " days, " + days.first() + " to " + days.last();
  }

  private static String words(RestSpell spell) {
    return "from " + clock(spell.start()) + " to " + clock(spell.start().plus(spell.length()));
  }

  private static String clock(Duration sinceMidnight) {
    return LocalTime.ofSecondOfDay(sinceMidnight.toSeconds() % SECONDS_PER_DAY)
        .withSecond(0)
        .toString();
  }

  private List<List<String>> hours() {
    boolean planned = outlook.plan() instanceof Gear;
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        planned
            ? List.of("hour, UTC", "busiest node", "of those awake", "minutes at rest")
            : List.of("hour, UTC", "busiest node"));
    for (int hour = 0; hour < HOURS; hour++) {
      List<String> row = new ArrayList<>();
      row.add(String.format(Locale.ROOT, "%02d", hour));
      row.add(
          rate(
              outlook.load().hours().get(hour).values().stream()
                  .mapToDouble(Double::doubleValue)
                  .max()
                  .orElse(Double.NaN)));
      if (outlook.plan() instanceof Gear gear) {
        row.add(rate(gear.busiest().get(hour)));
        row.add(String.valueOf(minutes(gear, hour)));
      }
      rows.add(List.copyOf(row));
    }
    return rows;
  }

  private List<List<String>> now() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("now", "operations/s"));
    rows.add(List.of("busiest node", rate(outlook.load().highest().orElse(Double.NaN))));
    if (outlook.plan() instanceof Gear gear) {
      rows.add(List.of("of those awake, with these at rest", rate(gear.busiest().get(0))));
    }
    return rows;
  }

  private static long minutes(Gear gear, int hour) {
    long from = 3600L * hour;
    long seconds = 0;
    for (RestSpell spell : gear.spells()) {
      // A spell may reach into the next day, which is this one too.
      for (long start :
          new long[] {spell.start().toSeconds(), spell.start().toSeconds() - SECONDS_PER_DAY}) {
        long end = start + spell.length().toSeconds();
        seconds += Math.max(0, Math.min(end, from + 3600) - Math.max(start, from));
      }
    }
    return Math.round(seconds / 60.0);
  }

  private static String rate(double perSecond) {
    return Double.isNaN(perSecond) ? "not known" : String.format(Locale.ROOT, "%.0f", perSecond);
  }

  private List<String> basis() {
    List<String> basis = new ArrayList<>();
    basis.add(
        "Measured by the servers' counters: reads and writes, operations per second "
            + (outlook.hasHours()
                ? "that the agent recorded (the highest mean of each hour over "
                    + words(outlook.days())
                    + ")."
                : "between two looks."));
    basis.add(
        "Computed: their even spread over the nodes of a data centre; that awake replicas take over"
            + " what those at rest would do, writes as hints; node hours.");
    if (outlook.plan() instanceof Gear gear) {
      basis.add(
          "Each rest is cut at "
              + Durations.format(gear.allowed().longest())
              + " ("
              + gear.allowed().limit()
              + ", less a tenth and the time to wake), so that hints bring all and no repair is"
              + " counted; between two the nodes wake and stay for "
              + Durations.format(outlook.terms().shortestStay())
              + " at least.");
    }
    basis.add(
        outlook.mostFrom().isEmpty()
            ? "How much a node can carry is not said (--most-load), so any load is let pass."
            : String.format(
                Locale.ROOT,
                "A node may execute %.0f operations/s: %s; rests begin in an hour in which no awake"
                    + " one would have more than %.0f %% of it, and go on while none would have"
                    + " more than all of it.",
                outlook.terms().most(),
                outlook.mostFrom(),
                100 * outlook.terms().low()));
    HostProfile profile = outlook.profile();
    if (outlook.plan() instanceof Gear gear
        && profile != null
        && outlook.saving(gear).isPresent()) {
      basis.add(
          "Estimated: the share of energy, from quoted watts of "
              + profile.name()
              + ", idle, busy and switched off, and what going off and booting takes (quorate power"
              + " models); from hosts that are busy all day to hosts that are idle, one node on"
              + " each.");
    }
    return basis;
  }

  private List<String> unseen() {
    List<String> unseen = new ArrayList<>(outlook.unseen());
    unseen.add(
        "Levels that clients use beside those declared, nodes that join, leave or move, peaks within"
            + " an hour, scans, compaction, and what hints cost when they are written and"
            + " delivered.");
    if (outlook.plan() instanceof Gear gear && gear.spells().size() > 1) {
      unseen.add(
          "Whether hints are delivered by the time that the next rest begins; it has to wait until"
              + " they are.");
    }
    unseen.add("Whether awake nodes carry the load when one more fails: only that they answer.");
    return unseen;
  }
}
