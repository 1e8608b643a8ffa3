package org.quorate.lab.backend;

import java.nio.file.Path;
import java.util.Optional;
import org.quorate.core.workload.Workload;
import org.quorate.lab.host.LoadHosts;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;

/**
 * A cluster that a session measures, whatever store it is and whosever: its servers, where tables
 * can be made, and what may be changed about it. A new store is a class behind this interface and
 * {@link MeasuredTable}. Used by one thread.
 */
public interface MeasuredCluster extends AutoCloseable {
  /** Its servers. */
  MeasuredServers servers();

  /**
   * What servers and client are.
   *
   * @param directory of the session's own files
   */
  Environment environment(Path directory);

  /**
   * Creates a table for a workload's rows, empty, together with whatever it has to lie in.
   *
   * @param number of the table within the session, from 1, so that each can have a name of its own
   * @param workload names the table, its fields and its rows
   */
  MeasuredTable create(int number, Workload workload, Progress progress)
      throws BackendException, InterruptedException;

  /**
   * Puts into effect what a run asks of servers and links; has all servers awake, whatever a run
   * before it was ended in the middle of.
   */
  void prepare(RunSettings settings) throws BackendException, InterruptedException;

  /**
   * What sends requests of servers elsewhere during a run; empty where the run does not ask for it,
   * and with stores that cannot.
   */
  default Optional<Offloading> offload(RunSettings settings) throws BackendException {
    return Optional.empty();
  }

  /**
   * What sends the load of runs instead of this process; closed with the cluster. Empty where this
   * process does.
   */
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
