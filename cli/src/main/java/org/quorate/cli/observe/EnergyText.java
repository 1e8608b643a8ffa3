package org.quorate.cli.observe;

import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.cli.console.Paragraphs;
import org.quorate.power.Origin;
import org.quorate.power.Scope;
import org.quorate.power.energy.LiveUse;
import org.quorate.report.format.Numbers;

/** What the hosts of a cluster drew, in words. */
record EnergyText(Paragraphs out) {
  private static final int MOST_HOSTS = 20;

  void add(EnergyReport report) {
    LiveUse use = report.use();
    out.blank();
    out.heading("Energy of the hosts, " + origin(use) + " (" + scope(use) + ")");
    if (use.seconds() == 0) {
      out.fact("energy", "not known" + (use.unknownSeconds() == 0 ? "; look longer" : ""));
    } else {
      out.fact(
          "energy",
          Numbers.of(use.joules())
              + " J in "
              + Numbers.of(use.seconds())
              + " s, "
              + Numbers.of(use.meanWatts())
              + " W on average"
              + error(use));
      if (use.joulesByHost().size() > 1) {
        out.fact("by host", byHost(use));
      }
    }
    if (use.unknownSeconds() > 0) {
      out.sentence(
          2,
          "For "
              + Numbers.of(use.unknownSeconds())
              + " s the energy of some host is not known, and these are left out.");
    }
    perOperation(use);
    report.gramsPerOperation().ifPresent(grams -> out.fact("carbon", grams(grams, report)));
    report.boundary().ifPresent(boundary -> out.sentence(2, boundary));
    use.notes().forEach(note -> out.sentence(2, note));
  }

  private void perOperation(LiveUse use) {
    use.perOperation()
        .ifPresentOrElse(
            per -> {
              out.fact("per operation", joules(per));
              out.sentence(
                  2,
                  "All that the hosts drew, idle or not, over the reads and writes of the tables"
                      + " above; what other tables were asked for is in the joules too, not in the"
                      + " operations.");
            },
            () -> out.fact("per operation", "not known"));
  }

  private static String joules(LiveUse.PerOperation per) {
    String mean = Numbers.of(per.mean()) + " J over " + Words.count(per.windows(), "window");
    if (per.windows() == 1) {
      return mean;
    }
    return Double.isInfinite(per.highest())
        ? mean + ", from " + Numbers.of(per.lowest()) + " J on; in some nothing was done"
        : mean + ", from " + Numbers.of(per.lowest()) + " to " + Numbers.of(per.highest()) + " J";
  }

  private static String grams(double grams, EnergyReport report) {
    return Numbers.of(grams * 1e6)
        + " g CO2e for each million operations ("
        + report.carbonSource().orElse("")
        + ")";
  }

  private static String byHost(LiveUse use) {
    String first =
        use.joulesByHost().entrySet().stream()
            .limit(MOST_HOSTS)
            .map(host -> host.getKey() + " " + watts(host, use))
            .collect(Collectors.joining(", "));
    int more = use.joulesByHost().size() - MOST_HOSTS;
    return more > 0 ? first + ", and " + Words.count(more, "more host") : first;
  }

  private static String watts(Map.Entry<String, Double> host, LiveUse use) {
    return Numbers.of(host.getValue() / use.seconds()) + " W";
  }

  private static String error(LiveUse use) {
    if (!use.error().isKnown()) {
      return "; how far off that may be nobody has said";
    }
    return use.error().level() == 0
        ? ""
        : "; it may be off by " + Numbers.percent(use.error().level());
  }

  static String origin(LiveUse use) {
    return use.origin() == Origin.ESTIMATED ? "estimated" : "measured";
  }

  static String scope(LiveUse use) {
    return use.scopes().stream().map(Scope::text).sorted().collect(Collectors.joining(", "));
  }
}
