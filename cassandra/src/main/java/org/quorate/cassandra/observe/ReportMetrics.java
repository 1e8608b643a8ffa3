package org.quorate.cassandra.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Propagation;

/** A report for dashboards: what is not known is left out. Stateless. */
public final class ReportMetrics {
  private final List<Metric> metrics = new ArrayList<>();

  private ReportMetrics() {}

  /**
   * The metrics of a report of the latest reading.
   *
   * @param report whose counts have grown since the observer's start
   */
  public static List<Metric> of(ClusterReport report) {
    ReportMetrics all = new ReportMetrics();
    report.tables().forEach(all::table);
    report.propagation().ifPresent(summary -> all.propagation(report, summary));
    all.counts(report.counts());
    all.counter(
        "quorate.readings",
        "Readings of the nodes' counts; does not grow while no node answers.",
        Map.of(),
        Long.valueOf(report.readings()));
    all.counter(
        "quorate.readings.incomplete",
        "Readings that lacked the share of some node.",
        Map.of(),
        Long.valueOf(report.incompleteReadings()));
    all.gauge(
        "quorate.nodes.silent", "", "Nodes that did not answer.", Map.of(), report.nodesSilent());
    all.gauge(
        "quorate.nodes.down",
        "",
        "Nodes that the driver holds down.",
        Map.of(),
        report.nodesDown());
    return List.copyOf(all.metrics);
  }

  private void table(TableReport table) {
    Map<String, String> tags = Map.of("table", table.table().toString());
    gauge("quorate.reads.rate", "", "Reads per second.", tags, table.reads().mean());
    gauge("quorate.writes.rate", "", "Writes per second.", tags, table.writes().mean());
    gauge(
        "quorate.replicas.per.read",
        "",
        "Replicas that executed a read, for each read by a client.",
        tags,
        table.replicasPerRead());
    for (LevelEstimate level : table.levels()) {
      for (RateEstimate estimate : level.estimates()) {
        gauge(
            "quorate.stale.reads.estimated",
            "",
            "Estimated share of stale reads; may exceed 1.",
            Map.of(
                "table",
                table.table().toString(),
                "level",
                name(level.level()),
                "model",
                estimate.model()),
            estimate.raw());
      }
    }
    table.sampled().ifPresent(pairs -> sampled(tags, pairs));
  }

  private void sampled(Map<String, String> tags, PairResult pairs) {
    counter("quorate.pairs", "Pairs of reads of sampled keys.", tags, pairs.pairs());
    counter("quorate.pairs.stale", "Pairs whose weaker read was stale.", tags, pairs.stale());
    counter("quorate.pairs.failed", "Pairs of which a read failed.", tags, pairs.failed());
  }

  private void propagation(ClusterReport report, PropagationSummary summary) {
    Propagation time = summary.propagation();
    bound(report, summary, "value", time.seconds());
    bound(report, summary, "low", time.lowSeconds());
    bound(report, summary, "high", time.highSeconds());
  }

  private void bound(
      ClusterReport report, PropagationSummary summary, String bound, double seconds) {
    gauge(
        "quorate.propagation.time",
        "seconds",
        "From a write's acknowledgement until the other replicas have it.",
        Map.of("keyspace", report.keyspace(), "source", summary.source(), "bound", bound),
        seconds);
  }

  private void counts(ClusterCounts counts) {
    counter(
        "quorate.digest.mismatches",
        "Reads whose replicas disagreed, all keyspaces.",
        Map.of(),
        counts.digestMismatches());
    counter(
        "quorate.dropped.mutations",
        "Writes that a replica dropped, all keyspaces.",
        Map.of(),
        counts.droppedMutations());
    Long hints = counts.pendingHints();
    if (hints != null) {
      gauge("quorate.pending.hints", "", "Hints, or files of hints, that wait.", Map.of(), hints);
    }
    counts
        .readsByLevel()
        .forEach(
            (level, reads) ->
                counter(
                    "quorate.served.reads",
                    "Reads by level, all keyspaces.",
                    Map.of("level", name(level)),
                    reads));
    counts
        .writesByLevel()
        .forEach(
            (level, writes) ->
                counter(
                    "quorate.served.writes",
                    "Writes by level, all keyspaces.",
                    Map.of("level", name(level)),
                    writes));
  }

  private static String name(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private void gauge(
      String name, String unit, String description, Map<String, String> tags, double value) {
    if (!Double.isNaN(value)) {
      metrics.add(new Metric(name, Kind.GAUGE, unit, description, tags, value));
    }
  }

  private void counter(
      String name, String description, Map<String, String> tags, @Nullable Long value) {
    if (value != null) {
      metrics.add(new Metric(name, Kind.COUNTER, "", description, tags, value));
    }
  }
}
