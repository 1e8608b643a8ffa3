package org.quorate.cassandra.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.PublishedLevels;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.recency.LevelTimes;
import org.quorate.cassandra.recency.ReturnDelays;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.Mode;
import org.quorate.core.guarantee.SessionTokens;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.Decision;
import org.quorate.core.quantity.Durations;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.staleness.Observation;

/**
 * What a session tells a dashboard. Names and tags are the same at every call, so that a registry
 * can be told of them once; a gauge that is not known yet is NaN. Stateless.
 */
final class SessionMetrics {
  private static final double MILLIS_PER_SECOND = 1000;

  private SessionMetrics() {}

  static List<Metric> of(LevelController levels, PairedReads pairs, Events events, Scopes scopes) {
    List<Metric> metrics = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      metrics.add(
          gauge(
              "quorate.mode",
              "",
              "1 for the mode that the session is in, 0 for the others.",
              Map.of("mode", lowerCase(mode)),
              levels.mode() == mode ? 1 : 0));
    }
    for (LevelEvent.Kind kind : LevelEvent.Kind.values()) {
      metrics.add(
          counter(
              "quorate.events",
              "Events, those among them that were held back.",
              Map.of("kind", lowerCase(kind)),
              events.count(kind)));
    }
    for (SessionTokens.Standing standing : SessionTokens.Standing.values()) {
      metrics.add(
          counter(
              "quorate.scopes",
              "Scopes by how the token was understood that they began with.",
              Map.of("token", lowerCase(standing)),
              scopes.resumed(standing)));
    }
    for (ReplicaState state : ReplicaState.values()) {
      metrics.add(
          gauge(
              "quorate.replicas",
              "",
              "Nodes whose replicas are in the state.",
              Map.of("state", lowerCase(state)),
              levels.replicas().values().stream()
                  .filter(replica -> replica.state() == state)
                  .mapToDouble(replica -> 1)
                  .sum()));
    }
    levels.evidence().map(EvidenceMetrics::of).ifPresent(metrics::addAll);
    levels.published().ifPresent(published -> published(metrics, published));
    for (TableStatus table : levels.status()) {
      String name = table.table().toString();
      observed(metrics, Map.of("table", name), table);
      paired(metrics, name, pairs.counts(table.table()), pairs.result(table.table()));
      levels
          .addedReplicaReads(table.table())
          .forEach(
              (why, reads) ->
                  metrics.add(
                      counter(
                          "quorate.replica.reads.added",
                          "Replica reads asked for beside those of the application's reads, by"
                              + " what for.",
                          Map.of("table", name, "for", lowerCase(why)),
                          reads)));
      metrics.addAll(FreshnessMetrics.of(name, table.freshness()));
      metrics.addAll(BudgetMetrics.of(name, table.budget()));
      levels
          .level(table.table())
          .map(TableLevel::memory)
          .ifPresent(
              memory -> {
                levels(metrics, name, table, memory.times());
                raised(metrics, name, memory);
              });
    }
    return metrics;
  }

  private static void published(List<Metric> metrics, PublishedLevels published) {
    metrics.add(
        counter(
            "quorate.publication.words",
            "Words on the levels of tables written for clients in other languages.",
            Map.of(),
            published.written()));
    metrics.add(
        counter(
            "quorate.publication.failed",
            "Words on the levels of tables that could not be written.",
            Map.of(),
            published.failed()));
  }

  private static void levels(
      List<Metric> metrics, String name, TableStatus table, LevelTimes times) {
    for (Level level : Level.values()) {
      metrics.add(
          gauge(
              "quorate.read.level",
              "",
              "1 for the level that the table's reads go out at, 0 for the others.",
              Map.of("table", name, "level", lowerCase(level)),
              table.level() == level ? 1 : 0));
      metrics.add(
          gauge(
              "quorate.level.time",
              "seconds",
              "Mean time of the reads at the level that were timed.",
              Map.of("table", name, "level", lowerCase(level)),
              times.meanMillis(level).orElse(Double.NaN) / MILLIS_PER_SECOND));
    }
    metrics.add(
        gauge(
            "quorate.read.level.pinned",
            "",
            "1 while the level is pinned.",
            Map.of("table", name),
            table.pinned() ? 1 : 0));
    metrics.add(
        gauge(
            "quorate.table.left.alone",
            "",
            "1 while the table is left alone.",
            Map.of("table", name),
            table.leftAlone().isPresent() ? 1 : 0));
  }

  private static void raised(List<Metric> metrics, String name, TableMemory memory) {
    raised(metrics, name, "recency", memory.raisedReads(Cause.RECENT_WRITE));
    raised(metrics, name, "range", memory.raisedReads(Cause.TOKEN_RANGE));
    raised(metrics, name, "class", memory.raisedReads(Cause.KEY_CLASS));
    raised(metrics, name, "guarantee", memory.flooredReads());
    for (int bound = 0; bound <= ReturnDelays.WITHIN.size(); bound++) {
      metrics.add(
          counter(
              "quorate.returns.raised",
              "Returns of replicas by how soon the first read was raised for them; each bound has"
                  + " the shorter ones in it.",
              Map.of(
                  "table",
                  name,
                  "within",
                  bound == ReturnDelays.WITHIN.size()
                      ? "any"
                      : Durations.format(ReturnDelays.WITHIN.get(bound))),
              memory.returns().within(bound)));
    }
    metrics.add(
        counter(
            "quorate.reads.reread",
            "Reads that found less than this process has written, and were sent again.",
            Map.of("table", name),
            memory.rereads().values().stream().mapToLong(Long::longValue).sum()));
  }

  private static void raised(List<Metric> metrics, String name, String cause, long reads) {
    metrics.add(
        counter(
            "quorate.reads.raised",
            "Reads sent at a stronger level than the table's others, by what they were raised for.",
            Map.of("table", name, "cause", cause),
            reads));
  }

  private static void observed(List<Metric> metrics, Map<String, String> tags, TableStatus table) {
    Optional<Observation> seen = table.observation();
    metrics.add(
        gauge(
            "quorate.reads.rate",
            "",
            "Reads per second, of all clients.",
            tags,
            value(seen, Observation::readsPerSecond)));
    metrics.add(
        gauge(
            "quorate.writes.rate",
            "",
            "Writes per second, of all clients.",
            tags,
            value(seen, Observation::writesPerSecond)));
    metrics.add(
        gauge(
            "quorate.propagation.time",
            "seconds",
            "From a write's acknowledgement until the other replicas have it.",
            tags,
            value(seen, observation -> observation.propagation().seconds())));
    metrics.add(
        gauge(
            "quorate.stale.reads.estimated",
            "",
            "Estimated share of stale reads at one replica; may exceed 1.",
            tags,
            value(table.decision().flatMap(Decision::estimate), estimate -> estimate.raw())));
  }

  private static void paired(
      List<Metric> metrics, String name, PairedReads.Counts counts, Optional<PairResult> found) {
    Map<String, String> tags = Map.of("table", name);
    metrics.add(
        counter(
            "quorate.pairs",
            "Pairs of reads sent beside the application's.",
            tags,
            counts.pairs()));
    metrics.add(
        counter("quorate.pairs.stale", "Pairs whose weaker read was stale.", tags, counts.stale()));
    metrics.add(
        counter("quorate.pairs.failed", "Pairs of which a read failed.", tags, counts.failed()));
    metrics.add(
        gauge(
            "quorate.pairs.time",
            "seconds",
            "Mean time of the reads of pairs.",
            Map.of("table", name, "read", "weak"),
            value(found, PairResult::weakMillis) / MILLIS_PER_SECOND));
    metrics.add(
        gauge(
            "quorate.pairs.time",
            "seconds",
            "Mean time of the reads of pairs.",
            Map.of("table", name, "read", "strong"),
            value(found, PairResult::strongMillis) / MILLIS_PER_SECOND));
  }

  private static <T> double value(Optional<T> of, ToDoubleFunction<T> value) {
    return of.isPresent() ? value.applyAsDouble(of.get()) : Double.NaN;
  }

  static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static Metric gauge(
      String name, String unit, String description, Map<String, String> tags, double value) {
    return new Metric(name, Kind.GAUGE, unit, description, tags, value);
  }

  static Metric counter(String name, String description, Map<String, String> tags, long value) {
    return new Metric(name, Kind.COUNTER, "", description, tags, value);
  }
}
