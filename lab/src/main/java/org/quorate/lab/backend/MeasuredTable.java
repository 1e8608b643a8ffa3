package org.quorate.lab.backend;

import java.util.Optional;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.energy.HostMeters;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.host.HostTable;
import org.quorate.lab.store.LaneStores;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;

/** A table of a {@link MeasuredCluster}. Used by one thread. */
public interface MeasuredTable extends AutoCloseable {
  /**
   * What a run sends to. Where the client library blocks, there is a lane for each of the run's
   * {@linkplain org.quorate.study.plan.LoadShape#clients() clients}.
   *
   * @param settings of the run; whatever decides how requests are sent is in them
   * @return to be closed when the run is over, and before the table
   */
  LaneStores stores(RunSettings settings) throws BackendException, InterruptedException;

  /**
   * Operations of a run that can be under way at once: as many as its load has {@linkplain
   * org.quorate.study.plan.LoadShape#clients() clients}, or fewer where each takes a thread.
   */
  default int mostUnderWay(RunSettings settings) {
    return settings.load().clients();
  }

  /**
   * What the load phase sends its inserts to. Nothing is deferred: an insert completes when every
   * replica, or the one server that is responsible, has it. An insert that failed is sent again by
   * another thread than its lane's, so these stores are thread-safe.
   *
   * @return to be closed when the load is over, and before the table
   */
  LaneStores loading() throws BackendException, InterruptedException;

  /**
   * Has all servers write to disk what they hold of the table in memory, so that reads take the way
   * that they take on a server that has run for long; does nothing where servers cannot be asked.
   */
  void flush() throws BackendException, InterruptedException;

  /**
   * Drops the table, and where the servers' disks are at hand, waits until nothing of it is on
   * them. Then there is nothing left to do but {@link #close()}.
   */
  void drop() throws BackendException, InterruptedException;

  /**
   * Reads what the servers count for the table during a run; what cannot be known is absent.
   *
   * @param settings of the run
   */
  CounterReader counters(RunSettings settings);

  /**
   * Watches a run on this table from now on, as the study's monitor does; empty where the store has
   * no levels that a monitor could choose from. A run of the same cell begins with what the watch
   * before it has learnt.
   *
   * @param monitor how the run is to be watched
   * @param popularity how the run's requests spread over the rows
   */
  Optional<LevelWatch> watch(Run run, MonitorSettings monitor, KeyPopularity popularity)
      throws BackendException, InterruptedException;

  /**
   * What does a run's faults to the servers, and makes them whole again, this table's rows too.
   *
   * @param settings of the run
   * @throws BackendException where nothing can be done to the servers
   */
  default ClusterFaults faults(RunSettings settings) throws BackendException {
    throw new BackendException(
        "Faults are known for servers of Cassandra on this machine alone; remove faults.");
  }

  /**
   * Follows from now on what servers still do for requests that are over.
   *
   * @throws BackendException where that cannot be seen
   */
  default Backlog backlog() throws BackendException {
    throw new BackendException(HostMeters.NOT_SEEN_QUIET);
  }

  /**
   * Where load hosts find it.
   *
   * @throws BackendException where they cannot send to such a store
   */
  default HostTable hosted() throws BackendException {
    throw new BackendException("Load hosts send to Cassandra alone; remove remote: load-hosts.");
  }

  /** Lets go of the table, which stays on the servers unless it was dropped. Never throws. */
  @Override
  void close();
}
