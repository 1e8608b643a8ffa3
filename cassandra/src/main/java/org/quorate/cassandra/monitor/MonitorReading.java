package org.quorate.cassandra.monitor;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.UUID;
import org.quorate.cassandra.table.TableName;

/**
 * What the monitor knows after a round of questions.
 *
 * @param takenAtNanos when, on the clock of {@link System#nanoTime()}: the oldest of the nodes'
 *     answers
 * @param seconds since the readings that the rates are differences to; the mean over the nodes,
 *     each of which has its own
 * @param source which {@link CounterSource} answered
 * @param tables traffic of each table that was asked for and exists
 * @param coordinated reads and writes per second of all these tables that each node coordinated, of
 *     those that have a share in the rates; NaN where its source does not count both
 * @param health each node's own, by host id
 * @param silent nodes that are up as far as the driver knows, and did not answer; their share of
 *     the traffic is missing from the rates
 * @param begun nodes that answered for the first time, or for the first time since they were
 *     started anew: nothing to take a difference to, so their share is missing in this one reading
 * @param problems sentences for people, each told once
 */
public record MonitorReading(
    long takenAtNanos,
    double seconds,
    String source,
    Map<TableName, TableTraffic> tables,
    Map<UUID, Double> coordinated,
    Map<UUID, NodeHealth> health,
    List<UUID> silent,
    List<UUID> begun,
    List<String> problems) {
  public MonitorReading {
    tables = Collections.unmodifiableMap(new HashMap<>(tables));
    coordinated = Collections.unmodifiableMap(new HashMap<>(coordinated));
    health = Collections.unmodifiableMap(new HashMap<>(health));
    silent = List.copyOf(silent);
    begun = List.copyOf(begun);
    problems = List.copyOf(problems);
  }

  /** One that says nothing of single nodes. */
  public MonitorReading(
      long takenAtNanos,
      double seconds,
      String source,
      Map<TableName, TableTraffic> tables,
      Map<UUID, NodeHealth> health,
      List<UUID> silent,
      List<UUID> begun,
      List<String> problems) {
    this(takenAtNanos, seconds, source, tables, Map.of(), health, silent, begun, problems);
  }

  /** Mean size of a write over the nodes that know it, in bytes; empty where none does. */
  public OptionalDouble averageWriteBytes() {
    return health.values().stream()
        .map(NodeHealth::averageWriteBytes)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /** Whether every node that is up has a share in the rates, so that no traffic is missing. */
  public boolean isComplete() {
    return silent.isEmpty() && begun.isEmpty();
  }
}
