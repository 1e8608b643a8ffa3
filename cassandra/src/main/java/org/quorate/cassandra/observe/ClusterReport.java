package org.quorate.cassandra.observe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.core.forecast.MeasuredLink;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.wars.ReplicaRow;

/**
 * What an observer knows of the tables of one keyspace over some time. Immutable.
 *
 * @param keyspace its name, without quotes
 * @param levels the read levels that exist, and where the replicas are
 * @param keys that the traffic of each table is taken to spread over evenly; empty where that was
 *     not stated
 * @param seconds that rates are means over; 0 before the first reading
 * @param readings of the monitor
 * @param incompleteReadings of these, the ones in which the share of some node was missing
 * @param source that the nodes were asked by; empty text before the first reading
 * @param nodes of the cluster
 * @param nodesDown of these, those that the driver holds down at the end
 * @param nodesSilent of these, those that did not answer the latest question
 * @param tables each table that exists, by name
 * @param propagation empty where it could not be had
 * @param difference how much longer a strong read takes than a weak one; empty where no source
 *     measured it
 * @param links how long coordinators wait for each replica, the slowest first; empty where no
 *     source measured it
 * @param replicas where the replicas of rows are, and what nodes think of one another
 * @param counts of all nodes
 * @param problems sentences for people, each told once
 */
public record ClusterReport(
    String keyspace,
    ReadLevels levels,
    OptionalLong keys,
    double seconds,
    int readings,
    int incompleteReadings,
    String source,
    int nodes,
    int nodesDown,
    int nodesSilent,
    List<TableReport> tables,
    Optional<PropagationSummary> propagation,
    Optional<LevelDifference> difference,
    List<ReplicaLink> links,
    ReplicaMap replicas,
    ClusterCounts counts,
    List<String> problems) {
  public ClusterReport {
    tables = List.copyOf(tables);
    links = List.copyOf(links);
    problems = List.copyOf(problems);
  }

  /** Where a read's replicas may be, to forecast with, by a delay between any two of them. */
  public List<ReplicaRow> rows(OneWayDelay delay) {
    return replicas.rows(levels.replicationFactor(), delay, measuredLinks());
  }

  private List<MeasuredLink> measuredLinks() {
    return links.stream()
        .map(
            link ->
                new MeasuredLink(
                    link.coordinator(), link.replica(), link.roundTrip(), link.atReplica()))
        .toList();
  }

  /** Whether the keys of any table are known, as stated or as the servers estimate. */
  public boolean knowsKeys() {
    return keys.isPresent()
        || tables.stream().anyMatch(table -> table.traits().partitions().isPresent());
  }

  /** What follows for each table, in the order of the tables. */
  public List<TableAnswer> answers() {
    return tables.stream().map(table -> TableAnswer.of(this, table)).toList();
  }
}
