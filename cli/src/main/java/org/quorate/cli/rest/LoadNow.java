package org.quorate.cli.rest;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.rest.KeyspaceTraffic;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestSituation;

/**
 * What clients do with each keyspace, as the nodes' counters grow between two looks.
 *
 * @param byKeyspace of those that were counted
 * @param unseen what was not, a sentence each
 */
record LoadNow(Map<String, KeyspaceTraffic> byKeyspace, List<String> unseen) {
  /**
   * Looks twice.
   *
   * @param duration from one look to the other
   * @param factor replicas of each row of a keyspace, which a read asks at most
   * @return empty where nobody answered twice
   * @throws ExecutionException if no node can be asked, with the reason
   */
  static Optional<LoadNow> read(
      ClusterMonitor monitor,
      RestSituation situation,
      CqlSession session,
      Duration duration,
      ToIntFunction<String> factor)
      throws ExecutionException, InterruptedException {
    Set<TableName> tables = new HashSet<>();
    for (RestKeyspace keyspace : situation.keyspaces()) {
      keyspace.tables().forEach(table -> tables.add(new TableName(keyspace.name(), table.name())));
    }
    monitor.poll(tables).toCompletableFuture().get();
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    return monitor
        .poll(tables)
        .toCompletableFuture()
        .get()
        .map(reading -> of(reading, session, factor));
  }

  private static LoadNow of(
      MonitorReading reading, CqlSession session, ToIntFunction<String> factor) {
    Map<String, KeyspaceTraffic> sums = new HashMap<>();
    List<String> unseen = new ArrayList<>(reading.problems());
    reading
        .tables()
        .forEach(
            (table, traffic) -> {
              if (Double.isNaN(traffic.writesPerSecond())) {
                unseen.add("Writes of table " + table + ", which no node counted.");
              }
              sums.merge(
                  table.keyspace(),
                  new KeyspaceTraffic(
                      replicaReads(traffic, factor.applyAsInt(table.keyspace())),
                      orNone(traffic.writesPerSecond())),
                  KeyspaceTraffic::plus);
            });
    long missing =
        Stream.concat(reading.silent().stream(), reading.begun().stream()).distinct().count();
    if (missing > 0) {
      unseen.add(
          "The load of "
              + missing
              + " of "
              + session.getMetadata().getNodes().size()
              + " nodes, which did not answer twice: all rates are too low by their share.");
    }
    return new LoadNow(sums, List.copyOf(unseen));
  }

  private static double replicaReads(TableTraffic traffic, int factor) {
    double counted = traffic.replicaReadsPerSecond();
    return Double.isNaN(counted) ? factor * orNone(traffic.readsPerSecond()) : counted;
  }

  private static double orNone(double rate) {
    return Double.isNaN(rate) ? 0 : Math.max(0, rate);
  }
}
