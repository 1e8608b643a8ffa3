package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;

/** What told the power of each host, and how well. */
final class Meters {
  private Meters() {}

  /** Half a sentence on what the joules are of. */
  static String scopes(List<RunResult> runs) {
    Set<String> scopes = new LinkedHashSet<>();
    for (RunResult run : runs) {
      for (HostResult host : EnergySection.hosts(run)) {
        host.channels().stream()
            .filter(HostResult.ChannelResult::counted)
            .forEach(channel -> scopes.add(words(channel.scope())));
      }
    }
    return scopes.isEmpty() ? "of what is not said" : String.join(", and ", scopes);
  }

  private static String words(String scope) {
    return switch (scope) {
      case "wall", "at the wall" -> "everything that they draw from the wall";
      case "supply-output", "behind the power supply" ->
          "what their power supplies give them, without the losses of these";
      case "host", "the whole host" -> "what their boards say that the whole host draws";
      case "processor", "processors" ->
          "their processors alone, without memory, disks, network and losses";
      case "memory" -> "their memory alone";
      case "processes" -> "the share of it that a model gives to the servers\u2019 processes";
      default -> "at the scope \u201c" + scope + "\u201d";
    };
  }

  /** The table of hosts with their meters, all runs together. */
  static void write(Html html, List<RunResult> runs) {
    Map<String, List<HostResult>> byHost = new LinkedHashMap<>();
    runs.forEach(
        run ->
            EnergySection.hosts(run)
                .forEach(
                    host -> byHost.computeIfAbsent(host.host(), h -> new ArrayList<>()).add(host)));
    Table table =
        new Table("What told the power of each host", "Host", false)
            .words("Meters")
            .words("Origin")
            .number("Readings", "new ones in a run, fewest")
            .number("Refreshed", "every s, slowest")
            .number("Bridged", "s over gaps")
            .number("Step", "\u00b1 J of a run");
    byHost.forEach((name, host) -> table.row(name, Look.NEUTRAL, values(host)));
    table.folded().write(html);
  }

  private static List<Table.Value> values(List<HostResult> runs) {
    double refresh =
        runs.stream()
            .mapToDouble(HostResult::refreshSeconds)
            .filter(Double::isFinite)
            .max()
            .orElse(Double.NaN);
    double imputed = runs.stream().mapToDouble(HostResult::imputedSeconds).sum();
    double step = runs.stream().mapToDouble(HostResult::resolutionJoules).max().orElse(0);
    long samples = runs.stream().mapToLong(HostResult::effectiveSamples).min().orElse(0);
    double error = runs.stream().mapToDouble(HostResult::relativeError).max().orElse(0);
    boolean estimated = runs.stream().anyMatch(HostResult::isEstimated);
    String meters =
        runs.stream()
            .flatMap(run -> run.channels().stream())
            .filter(HostResult.ChannelResult::counted)
            .map(channel -> channel.meter() + ", " + channel.channel())
            .distinct()
            .collect(Collectors.joining("; "));
    return List.of(
        new Table.Value(meters, String.join(", ", runs.get(0).nodes()), Double.NaN),
        Table.Value.of(EnergyOrigin.text(estimated, error)),
        ValueText.count(samples),
        Table.Value.of(Numbers.of(refresh), refresh),
        Table.Value.of(Numbers.of(imputed), imputed),
        Table.Value.of(Numbers.of(step), step));
  }
}
