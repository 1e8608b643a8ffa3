package org.quorate.lab.backend.cassandra;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.workload.Workload;
import org.quorate.lab.backend.MeasuredCluster;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.backend.MeasuredTable;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.host.LoadHosts;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;

/** A cluster of Cassandra, whosever, as a session measures it. Used by one thread. */
public final class MeasuredCassandra implements MeasuredCluster {
  private final CassandraCluster cluster;
  private final CassandraConnection connection;

  /** What each run's processes learnt, so that the next ones need not wait to learn it. */
  private final Map<WatchedSetting, List<Learnt>> learnt = new HashMap<>();

  private MeasuredCassandra(CassandraCluster cluster, CassandraConnection connection) {
    this.cluster = cluster;
    this.connection = connection;
  }

  /**
   * Connects to a cluster that is ready to serve.
   *
   * @param cluster is closed with the result, and by the caller when this throws
   */
  public static MeasuredCassandra of(CassandraCluster cluster) throws BackendException {
    return new MeasuredCassandra(cluster, cluster.connections().usual());
  }

  @Override
  public MeasuredServers servers() {
    return cluster.servers();
  }

  @Override
  public Environment environment(Path directory) {
    return cluster.environment(directory, connection);
  }

  @Override
  public MeasuredTable create(int number, Workload workload, Progress progress)
      throws BackendException {
    String name = cluster.tableName(workload.table());
    TableLayout layout =
        new TableLayout(
            cluster.keyspace(),
            number == 1 ? name : TableLayout.longer(name, "_" + number),
            workload.fields().names());
    try {
      cluster.create(connection, layout, progress);
      return new MeasuredCassandraTable(
          cluster, connection, layout, workload.keyNames()::bytes, learnt);
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void prepare(RunSettings settings) throws BackendException, InterruptedException {
    cluster.prepare(settings);
  }

  @Override
  public Optional<Offloading> offload(RunSettings settings) throws BackendException {
    return cluster.offload(settings);
  }

  @Override
  public Optional<LoadHosts> loadHosts() {
    return cluster.loadHosts();
  }

  @Override
  public void pause() throws BackendException, InterruptedException {
    cluster.pause();
  }

  @Override
  public void resume(Progress progress) throws BackendException, InterruptedException {
    cluster.resume(progress);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
