package org.quorate.cli.agent;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.observe.Reports;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.staleness.Propagation;

/** Reports of one interval, as an observer makes them. */
final class Readings {
  private static final Propagation TIME = new Propagation(0.005, 0.004, 0.006);

  private Readings() {}

  /**
   * A reading of one table.
   *
   * @param number of the observer's readings, from 1
   * @param pairs that the observer has compared so far, a tenth of them stale
   * @param mismatches that the nodes have counted since the observer's start
   */
  static ClusterReport of(
      String table, int number, double seconds, double rate, long pairs, long mismatches) {
    TableName name = TableName.parse(table);
    return of(
        name.keyspace(),
        number,
        seconds,
        mismatches,
        TIME,
        List.of(report(name, rate, 2, TIME, pairs)));
  }

  static ClusterReport of(
      String keyspace,
      int number,
      double seconds,
      long mismatches,
      Propagation time,
      List<TableReport> tables) {
    return new ClusterReport(
        keyspace,
        Reports.LEVELS,
        OptionalLong.empty(),
        seconds,
        number,
        0,
        "jmx",
        3,
        1,
        0,
        tables,
        Optional.of(new PropagationSummary(time, "network", "", 1, 30, List.of())),
        Optional.empty(),
        List.of(),
        ReplicaMap.NONE,
        new ClusterCounts(mismatches, 0L, 2L, Map.of(), Map.of(), seconds),
        List.of());
  }

  /** Read so often, by so many replicas each, and written half as often. */
  static TableReport report(
      TableName table, double rate, double replicas, Propagation time, long pairs) {
    return TableReport.of(
        table,
        MeanRate.of(rate),
        MeanRate.of(rate / 2),
        replicas * rate,
        Reports.LEVELS,
        time,
        null,
        Optional.of(SampledKeys.alike(Reports.pairs(pairs, pairs / 10))));
  }
}
