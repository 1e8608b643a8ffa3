package org.quorate.lab.backend;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.table.Replication;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.energy.Host;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunEvent;

/**
 * A cluster as far as measuring on it depends on whose it is: what can be seen of its servers, what
 * may be changed about them, and where tables may be made. All that a connection of the driver is
 * enough for is the {@link ClusterSession}'s. Used by one thread.
 */
public interface MeasuredCluster extends AutoCloseable {
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

  /** Puts into effect what a run asks of servers and links. */
  void prepare(RunSettings settings) throws BackendException;

  /** The cap of the cold pool's processors that is in effect; empty where there is none. */
  default Optional<CapResult> coldCap() {
    return Optional.empty();
  }

  /** Reads what the servers count for a table; what cannot be known is absent. */
  CounterReader counters(TableLayout layout);

  /** Measures the machine that the load comes from. */
  MachineMeter machine();

  /** Begins to count the traffic of links anew. */
  void resetLinks();

  /** What links have carried since {@link #resetLinks()}; empty where no link can be seen. */
  List<LinkResult> links();

  /** The hosts of the servers. */
  List<Host> hosts(ClusterSettings settings);

  /** What happened to servers between two instants of {@link System#nanoTime}. */
  List<RunEvent> events(long fromNanos, long toNanos);

  /**
   * The first server that ended though nobody asked it to, in one sentence that says where to look;
   * empty while there is none, and where that cannot be seen. Answers at once, on any thread.
   */
  Optional<String> death();

  /**
   * Makes sure that all servers are there, so that what was just done on the cluster may count; may
   * wait for one that cannot be reached for a moment.
   *
   * @throws BackendException naming the server that is not there
   */
  void requireServers() throws BackendException, InterruptedException;

  /**
   * Where servers listen for JMX.
   *
   * @throws IllegalStateException where that is not known
   */
  ManagementAccess management();

  /** Freezes the servers while another cluster has its turn. */
  void pause() throws BackendException, InterruptedException;

  /** Ends a {@link #pause()}; ends when all servers serve again. */
  void resume(Progress progress) throws BackendException, InterruptedException;

  /** Lets go of the cluster, with all connections. Never throws. */
  @Override
  void close();
}
