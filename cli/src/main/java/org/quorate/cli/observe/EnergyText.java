package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.List;
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
  private static final int MOST_NODES = 5;

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
    if (report.dataCenters().size() > 1) {
      dataCenters(report.dataCenters());
    }
    report.dataCenters().stream()
        .filter(center -> !center.unmetered().isEmpty())
        .limit(MOST_HOSTS)
        .forEach(center -> out.sentence(2, unmetered(center)));
    report.gramsPerOperation().ifPresent(grams -> out.fact("carbon", grams(grams, report)));
    if (report.carbonSource().isPresent() && use.emitted().unknownSeconds() > 0) {
      out.sentence(
          2,
          "For "
              + Numbers.of(use.emitted().unknownSeconds())
              + " s the file of hours lacks an hour (UTC), and these are no part of the carbon.");
    }
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

  private void dataCenters(List<DataCenterEnergy> centers) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("data centre", "mean W", "J per operation", "nodes", "not known"));
    for (DataCenterEnergy center : centers.stream().limit(MOST_HOSTS).toList()) {
      rows.add(
          List.of(
              center.name(),
              center.use().map(LiveUse::meanWatts).map(Numbers::of).orElse(Numbers.UNKNOWN),
              center
                  .use()
                  .flatMap(LiveUse::perOperation)
                  .map(per -> Numbers.of(per.mean()))
                  .orElse(Numbers.UNKNOWN),
              Numbers.count(center.nodes()),
              center
                  .use()
                  .map(use -> Numbers.of(use.unknownSeconds()) + " s")
                  .orElse(Numbers.UNKNOWN)));
    }
    out.table(2, rows);
    if (centers.size() > MOST_HOSTS) {
      out.sentence(2, "And " + Words.count(centers.size() - MOST_HOSTS, "more data centre") + ".");
    }
    out.sentence(
        2,
        "By data centre: what its hosts drew over the reads and writes that its nodes coordinated;"
            + " work that they did for coordinators elsewhere is in their joules.");
  }

  private static String unmetered(DataCenterEnergy center) {
    List<String> missing = center.unmetered();
    int more = missing.size() - MOST_NODES;
    return "Of the "
        + Words.count(center.nodes(), "node")
        + " of "
        + center.name()
        + ", "
        + missing.size()
        + (missing.size() == 1 ? " is" : " are")
        + " on no host with a meter, and in no number here: "
        + missing.stream().limit(MOST_NODES).collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + Words.count(more, "more node") : "")
        + ". The joules per operation of all hosts lack what they draw, and those of "
        + center.name()
        + " are not told of this time.";
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
