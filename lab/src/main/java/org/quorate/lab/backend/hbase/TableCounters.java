package org.quorate.lab.backend.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.LevelsServed;
import org.quorate.lab.counter.ServerReading;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.InterruptedCalls;
import org.quorate.lab.hbase.Regions;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.study.result.Counter;

/**
 * Reads how many requests region servers have served for one table, as they count them by region,
 * and the processor time of their processes. Servers are asked themselves, over the connection of
 * clients: what the master says of them is up to some seconds old.
 *
 * <p>Reads are rows that a get or a scan has returned, those of whoever looks for written rows
 * among them; writes are puts and deletes, each by itself however many came in one request. A
 * region that has moved counts from zero again; see {@link MovingRegions}. A server that does not
 * answer is absent from a snapshot. Used by one thread at a time.
 */
final class TableCounters implements CounterReader {
  private final Connection connection;
  private final TableName table;
  private final List<RunningNode> nodes;

  /**
   * @param connection stays the caller's
   */
  TableCounters(Connection connection, TableName table, List<RunningNode> nodes) {
    this.connection = connection;
    this.table = table;
    this.nodes = List.copyOf(nodes);
  }

  @Override
  public CounterSnapshot read() throws InterruptedException {
    // Before the servers are asked, which takes some milliseconds of their time.
    List<@Nullable ProcessStatistics> processes = new ArrayList<>();
    for (RunningNode node : nodes) {
      processes.add(
          ProcessStatistics.read(node.processId())
              .filter(process -> !process.ended())
              .orElse(null));
    }
    Map<RunningNode, ServerReading> readings = new HashMap<>();
    try (Admin admin = connection.getAdmin()) {
      Collection<ServerName> servers = admin.getRegionServers();
      for (RunningNode node : nodes) {
        ServerReading reading = reading(admin, servers, node);
        if (reading != null) {
          readings.put(node, reading);
        }
      }
    } catch (IOException silent) {
      InterruptedCalls.rethrow(silent);
      // The master does not answer; what the servers count is not known.
    }
    List<CounterSnapshot.Node> snapshot = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      RunningNode node = nodes.get(i);
      snapshot.add(CounterSnapshot.Node.here(node.name(), readings.get(node), processes.get(i)));
    }
    return new CounterSnapshot(snapshot);
  }

  private @Nullable ServerReading reading(
      Admin admin, Collection<ServerName> servers, RunningNode node) throws InterruptedException {
    ServerName server = Regions.newest(servers, node).orElse(null);
    if (server == null) {
      return null;
    }
    try {
      long reads = 0;
      long writes = 0;
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        reads += region.getReadRequestCount();
        writes += region.getWriteRequestCount();
      }
      return new ServerReading(
          server.getStartCode(),
          Map.of(Counter.REPLICA_READS, reads, Counter.REPLICA_WRITES, writes),
          LevelsServed.NONE);
    } catch (IOException silent) {
      InterruptedCalls.rethrow(silent);
      return null;
    }
  }

  @Override
  public void close() {}
}
