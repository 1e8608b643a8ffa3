package org.quorate.lab.backend.cassandra;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.lab.backend.Backlog;
import org.quorate.lab.backend.LevelWatch;
import org.quorate.lab.backend.MeasuredTable;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.host.HostTable;
import org.quorate.lab.store.AcknowledgedStores;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraStore;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;

/**
 * A table in Cassandra. One thread drives more than a real cluster on this machine can take, and
 * leaves the other processors to the servers; so every run has one lane for each of its processes
 * (or clients, see {@link RunLanes}), and all runs at fixed levels over one connection share a
 * store. Used by one thread.
 */
final class MeasuredCassandraTable implements MeasuredTable {
  private final CassandraCluster cluster;
  private final CassandraConnection connection;
  private final TableLayout layout;
  private final LongFunction<byte[]> keyNames;
  private final Map<WatchedSetting, List<Learnt>> learnt;
  private final Map<CassandraConnection, CassandraStore> stores = new HashMap<>();

  /**
   * @param connection on which every node coordinates
   * @param keyNames the name of the row with a number
   * @param learnt what each setting's processes had learnt at the end of its latest run, over all
   *     tables of a session
   * @throws StoreException when the table is not as the layout says
   */
  MeasuredCassandraTable(
      CassandraCluster cluster,
      CassandraConnection connection,
      TableLayout layout,
      LongFunction<byte[]> keyNames,
      Map<WatchedSetting, List<Learnt>> learnt)
      throws StoreException {
    this.cluster = cluster;
    this.connection = connection;
    this.layout = layout;
    this.keyNames = keyNames;
    this.learnt = learnt;
    stores.put(connection, connection.openStore(layout, keyNames));
  }

  @Override
  public LaneStores stores(RunSettings settings) throws BackendException {
    CassandraConnection through = cluster.connections().of(settings);
    LaneStores given =
        RunLanes.of(settings, through, Collections.nCopies(settings.processes(), store(through)));
    return settings.offload() == null ? given : new AcknowledgedStores(given, Level.ALL);
  }

  @Override
  public LaneStores loading() throws BackendException {
    return LaneStores.given(store(connection));
  }

  private CassandraStore store(CassandraConnection through) throws BackendException {
    CassandraStore known = stores.get(through);
    if (known != null) {
      return known;
    }
    try {
      CassandraStore opened = through.openStore(layout, keyNames);
      stores.put(through, opened);
      return opened;
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void flush() throws BackendException {
    cluster.flush(layout);
  }

  @Override
  public void drop() throws BackendException, InterruptedException {
    try {
      cluster.drop(connection, layout);
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public CounterReader counters(RunSettings settings) {
    return cluster.counters(layout);
  }

  @Override
  public Optional<LevelWatch> watch(Run run, MonitorSettings monitor, KeyPopularity popularity)
      throws BackendException {
    WatchedSetting setting = new WatchedSetting(run.cell(), run.settings().linkDelay());
    try {
      WatchedRun watched =
          new WatchedRun(
              connection,
              cluster.connections().of(run.settings()),
              cluster,
              layout,
              run.settings(),
              monitor,
              popularity,
              RunEvidence.begin(connection, layout.internalKeyspace(), run.settings()));
      return Optional.of(
          WatchedLevels.of(
              watched,
              keyNames,
              learnt.getOrDefault(setting, List.of()),
              known -> learnt.put(setting, known)));
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public ClusterFaults faults(RunSettings settings) throws BackendException {
    ClusterFaults servers = cluster.faults(settings);
    return new ClusterFaults() {
      @Override
      public void prepare(List<FaultEvent> events) throws BackendException, InterruptedException {
        servers.prepare(events);
      }

      @Override
      public void bringAbout(Fault fault) throws BackendException, InterruptedException {
        servers.bringAbout(fault);
      }

      @Override
      public void makeWhole(Progress progress) throws BackendException, InterruptedException {
        servers.makeWhole(progress);
        new ReplicaComparison(connection, layout, cluster).compare(progress);
      }
    };
  }

  @Override
  public HostTable hosted() {
    return new HostTable(layout.keyspace(), layout.table());
  }

  @Override
  public Backlog backlog() throws BackendException {
    return cluster.backlog();
  }

  @Override
  public void close() {
    stores.values().forEach(CassandraStore::close);
    stores.clear();
  }
}
