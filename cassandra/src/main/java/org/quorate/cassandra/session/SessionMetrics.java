package org.quorate.cassandra.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.sample.PairedReads;

/** What a session tells a dashboard. Stateless. */
final class SessionMetrics {
  private SessionMetrics() {}

  static List<Metric> of(LevelController levels, PairedReads pairs) {
    List<Metric> metrics = new ArrayList<>();
    for (TableStatus table : levels.status()) {
      Map<String, String> tags = Map.of("table", table.table().toString());
      metrics.add(
          gauge(
              "quorate.read.level",
              "",
              "1 for the level that the table's reads go out at.",
              Map.of(
                  "table",
                  table.table().toString(),
                  "level",
                  table.level().name().toLowerCase(Locale.ROOT)),
              1));
      metrics.add(
          gauge(
              "quorate.read.level.pinned",
              "",
              "1 while the level is pinned.",
              tags,
              table.pinned() ? 1 : 0));
      table.observation().ifPresent(seen -> observed(metrics, tags, table, seen));
      pairs.result(table.table()).ifPresent(result -> paired(metrics, tags, result));
    }
    return metrics;
  }

  private static void observed(
      List<Metric> metrics,
      Map<String, String> tags,
      TableStatus table,
      org.quorate.core.staleness.Observation seen) {
    metrics.add(gauge("quorate.reads.rate", "", "Reads per second.", tags, seen.readsPerSecond()));
    metrics.add(
        gauge("quorate.writes.rate", "", "Writes per second.", tags, seen.writesPerSecond()));
    metrics.add(
        gauge(
            "quorate.propagation.time",
            "seconds",
            "From a write's acknowledgement until the other replicas have it.",
            tags,
            seen.propagation().seconds()));
    table
        .decision()
        .flatMap(org.quorate.core.policy.Decision::estimate)
        .ifPresent(
            estimate ->
                metrics.add(
                    gauge(
                        "quorate.stale.reads.estimated",
                        "",
                        "Estimated share of stale reads at one replica; may exceed 1.",
                        tags,
                        estimate.raw())));
  }

  private static void paired(List<Metric> metrics, Map<String, String> tags, PairResult result) {
    metrics.add(
        counter(
            "quorate.pairs",
            "Pairs of reads sent beside the application's.",
            tags,
            result.pairs()));
    metrics.add(
        counter("quorate.pairs.stale", "Pairs whose weaker read was stale.", tags, result.stale()));
    metrics.add(
        counter("quorate.pairs.failed", "Pairs of which a read failed.", tags, result.failed()));
  }

  private static Metric gauge(
      String name, String unit, String description, Map<String, String> tags, double value) {
    return new Metric(name, Kind.GAUGE, unit, description, tags, value);
  }

  private static Metric counter(
      String name, String description, Map<String, String> tags, long value) {
    return new Metric(name, Kind.COUNTER, "", description, tags, value);
  }
}
