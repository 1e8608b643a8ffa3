package org.quorate.cli.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.ReportMetrics;
import org.quorate.cli.agent.Lookout.Look;

/**
 * The metrics of all keyspaces. Counters are the agent's own sums of what the observers' counts
 * have grown by, so that they go on where an observer begins anew. What is of the whole cluster is
 * one keyspace's, since all are asked of the same nodes. Thread-safe; of a size that depends on the
 * number of tables only.
 */
final class ReadingMetrics {
  /** A metric's name and tags. */
  private record Key(String name, Map<String, String> tags) {
    boolean isOfATable() {
      return tags.containsKey("table");
    }

    boolean isOfATableOf(String keyspace) {
      return tags.getOrDefault("table", "").startsWith(keyspace + ".");
    }
  }

  /** The counts of a keyspace's observer at its last report, the highest so far. */
  private record Counted(int readings, Map<Key, Double> counts) {}

  private final Map<String, Counted> counted = new HashMap<>();
  private final Map<String, Long> lastReadings = new LinkedHashMap<>();
  private final Map<Key, Metric> sums = new LinkedHashMap<>();
  private List<Metric> gauges = List.of();

  /** Whose counts of the cluster are taken; others count from other instants on. */
  private String speaker = "";

  private Set<String> reported = Set.of();

  /**
   * Takes what was seen.
   *
   * @param looks empty where the cluster is away
   * @param now as {@link System#nanoTime()}
   */
  synchronized void seen(List<Look> looks, long now) {
    Map<String, ClusterReport> reports = new LinkedHashMap<>();
    for (Look look : looks) {
      lastReadings.merge(look.keyspace(), now, (last, made) -> look.isReading() ? made : last);
      look.report().ifPresent(report -> reports.put(look.keyspace(), report));
    }
    boolean isCounting = true;
    if (!reports.isEmpty() && !reports.containsKey(speaker)) {
      String next = reports.keySet().iterator().next();
      // What grew in a time that the former speaker has told of is not counted twice.
      isCounting = speaker.isEmpty() || reported.contains(next);
      speaker = next;
    }
    Map<Key, Metric> levels = new LinkedHashMap<>();
    for (Map.Entry<String, ClusterReport> each : reports.entrySet()) {
      boolean isSpeaking = each.getKey().equals(speaker) && isCounting;
      add(each.getKey(), each.getValue(), isSpeaking, levels);
    }
    gauges = List.copyOf(levels.values());
    reported = Set.copyOf(reports.keySet());
  }

  private void add(
      String keyspace, ClusterReport report, boolean isSpeaking, Map<Key, Metric> levels) {
    Counted before = counted.get(keyspace);
    Map<Key, Double> counts =
        before == null || report.readings() < before.readings() ? new HashMap<>() : before.counts();
    Set<Key> told = new HashSet<>();
    for (Metric metric : ReportMetrics.of(report)) {
      Key key = new Key(metric.name(), metric.tags());
      told.add(key);
      if (metric.kind() == Kind.GAUGE) {
        levels.putIfAbsent(key, metric);
        continue;
      }
      double start = counts.getOrDefault(key, 0.0);
      // Reads that may be the observer's own are nobody's, so a count may fall.
      counts.merge(key, metric.value(), Math::max);
      if (isSpeaking || key.isOfATable()) {
        sums.merge(
            key,
            valued(metric, Math.max(0, metric.value() - start)),
            (sum, growth) -> valued(growth, sum.value() + growth.value()));
      }
    }
    if (!report.tables().isEmpty()) {
      sums.keySet().removeIf(key -> key.isOfATableOf(report.keyspace()) && !told.contains(key));
    }
    counted.put(keyspace, new Counted(report.readings(), counts));
  }

  private static Metric valued(Metric metric, double value) {
    return new Metric(
        metric.name(), metric.kind(), metric.unit(), metric.description(), metric.tags(), value);
  }

  /**
   * What is known now.
   *
   * @param now as {@link System#nanoTime()}
   */
  synchronized List<Metric> metrics(long now) {
    List<Metric> all = new ArrayList<>(gauges);
    all.addAll(sums.values());
    lastReadings.forEach(
        (keyspace, last) ->
            all.add(
                new Metric(
                    "quorate.agent.keyspace.reading.age",
                    Kind.GAUGE,
                    "seconds",
                    "Since the last reading of a keyspace; before the first, since it was looked at.",
                    Map.of("keyspace", keyspace),
                    (now - last) / 1e9)));
    return all;
  }
}
