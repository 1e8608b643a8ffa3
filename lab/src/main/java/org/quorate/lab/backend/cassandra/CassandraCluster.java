package org.quorate.lab.backend.cassandra;

import java.nio.file.Path;
import java.util.Optional;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.core.level.Replication;
import org.quorate.lab.backend.Backlog;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.energy.HostMeters;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.host.LoadHosts;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;

/**
 * A cluster of Cassandra as far as measuring on it depends on whose it is: what can be seen of its
 * servers, what may be changed about them, and where tables may be made. All that a connection of
 * the driver is enough for is {@link MeasuredCassandra}'s. Used by one thread.
 */
public interface CassandraCluster extends AutoCloseable {
  /** Its servers as processes on hosts. */
  MeasuredServers servers();

  /** Where it is reached. Closed with the cluster. */
  Connections connections();

  /**
   * What servers and client are.
   *
   * @param directory of the session's own files
   * @param connection leads to the cluster, here and below
   */
  Environment environment(Path directory, CassandraConnection connection);

  /** How often, and where, the rows of tables are kept. */
  Replication replication();

  /** The keyspace of tables, as written in CQL. */
  String keyspace();

  /** The keyspace of the table that canaries are written to, as the server keeps it. */
  String canaryKeyspace();

  /** The name of this session's table, as written in CQL, that a workload calls {@code name}. */
  String tableName(String name);

  /** Creates a table, and its keyspace where that does not exist. */
  void create(CassandraConnection connection, TableLayout layout, Progress progress)
      throws StoreException;

  /**
   * Drops a table that was created by {@link #create}, and where the servers' disks are at hand,
   * waits until nothing of it is on them.
   */
  void drop(CassandraConnection connection, TableLayout layout)
      throws StoreException, BackendException, InterruptedException;

  /**
   * Has all servers write to disk what they hold of a table in memory, so that reads take the way
   * that they take on a server that has run for long; does nothing where servers cannot be asked.
   */
  void flush(TableLayout layout) throws BackendException;

  /** Puts into effect what a run asks of servers and links; has all servers awake. */
  void prepare(RunSettings settings) throws BackendException, InterruptedException;

  /**
   * What has a data centre, or hosts, rest during a run; empty where the run does not ask for it,
   * and where servers are somebody else's.
   */
  default Optional<Offloading> offload(RunSettings settings) throws BackendException {
    return Optional.empty();
  }

  /**
   * What does a run's faults to the servers, and undoes them.
   *
   * @throws BackendException where servers are somebody else's
   */
  default ClusterFaults faults(RunSettings settings) throws BackendException {
    throw new BackendException(
        "Faults are done to servers that the study itself has started; remove faults.");
  }

  /**
   * Follows from now on what servers still do for requests that are over.
   *
   * @throws BackendException where that cannot be seen
   */
  default Backlog backlog() throws BackendException {
    throw new BackendException(HostMeters.NOT_SEEN_QUIET);
  }

  /** Reads what the servers count for a table; what cannot be known is absent. */
  CounterReader counters(TableLayout layout);

  /**
   * Where servers listen for JMX.
   *
   * @throws IllegalStateException where that is not known
   */
  ManagementAccess management();

  /** What sends the load of runs instead of this process; empty where this process does. */
  default Optional<LoadHosts> loadHosts() {
    return Optional.empty();
  }

  /** Freezes the servers while another cluster has its turn. */
  void pause() throws BackendException, InterruptedException;

  /** Ends a {@link #pause()}; ends when all servers serve again. */
  void resume(Progress progress) throws BackendException, InterruptedException;

  /** Lets go of the cluster, with all connections. Never throws. */
  @Override
  void close();
}
