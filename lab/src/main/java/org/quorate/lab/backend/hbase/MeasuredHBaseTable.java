package org.quorate.lab.backend.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.lab.backend.LevelWatch;
import org.quorate.lab.backend.MeasuredTable;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.InterruptedCalls;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.hbase.HBaseTable;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;

/** A table in HBase, as a session measures it. Used by one thread. */
final class MeasuredHBaseTable implements MeasuredTable {
  /** Clients of a load, each with a thread. */
  private static final int LOADING_CLIENTS = 16;

  /** Threads of an open loop; more operations under way wait for one of them. */
  static final int MOST_OPEN = 64;

  private final Connection connection;
  private final HBaseTable table;
  private final List<RunningNode> nodes;
  private final Path spill;

  /**
   * @param connection stays the caller's
   * @param nodes the region servers
   * @param spill where accepted writes are kept that are to survive the end of this process
   */
  MeasuredHBaseTable(Connection connection, HBaseTable table, List<RunningNode> nodes, Path spill) {
    this.connection = connection;
    this.table = table;
    this.nodes = List.copyOf(nodes);
    this.spill = spill;
  }

  @Override
  public LaneStores stores(RunSettings settings) throws BackendException, InterruptedException {
    try {
      return table.stores(
          settings.buffering(),
          settings.durability(),
          clients(settings.load()),
          spill,
          settings.offload() != null);
    } catch (IOException e) {
      throw failure("Clients of table " + name() + " cannot begin", e);
    }
  }

  /** One for each client; of an open loop, which may have thousands, so many at most. */
  static int clients(LoadShape load) {
    return load instanceof LoadShape.Open open
        ? Math.min(open.maxInFlight(), MOST_OPEN)
        : load.clients();
  }

  @Override
  public int mostUnderWay(RunSettings settings) {
    return clients(settings.load());
  }

  @Override
  public LaneStores loading() throws BackendException, InterruptedException {
    try {
      return table.unbuffered(LOADING_CLIENTS);
    } catch (IOException e) {
      throw failure("Clients of table " + name() + " cannot begin", e);
    }
  }

  @Override
  public void flush() throws BackendException, InterruptedException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name());
    } catch (IOException e) {
      throw failure("Table " + name() + " cannot be written to disk", e);
    }
  }

  /**
   * Its files go to HBase's archive, from which the master removes them some minutes later: nothing
   * reads or writes them any more.
   */
  @Override
  public void drop() throws BackendException, InterruptedException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name());
      admin.deleteTable(name());
    } catch (IOException e) {
      throw failure("Table " + name() + " cannot be dropped", e);
    }
  }

  @Override
  public CounterReader counters(RunSettings settings) {
    CounterReader counters = new TableCounters(connection, name(), nodes);
    return MeasuredHBase.regionsMove(settings) ? new MovingRegions(counters) : counters;
  }

  @Override
  public Optional<LevelWatch> watch(Run run, MonitorSettings monitor, KeyPopularity popularity) {
    return Optional.empty();
  }

  private TableName name() {
    return table.layout().tableName();
  }

  /** What went wrong, for the user; never comes back where the thread was interrupted. */
  static BackendException failure(String what, IOException cause) throws InterruptedException {
    InterruptedCalls.rethrow(cause);
    String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    String sentence = what + ": " + reason + (reason.endsWith(".") ? "" : ".");
    return new BackendException(sentence + " See the servers' logs.", cause);
  }

  @Override
  public void close() {}
}
