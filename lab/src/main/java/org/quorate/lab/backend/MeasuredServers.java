package org.quorate.lab.backend;

import java.util.List;
import java.util.Optional;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.energy.Host;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunEvent;

/**
 * The servers of a measured cluster as processes on hosts, whatever they store: what can be seen of
 * them without asking them. Used by one thread, but for {@link #death()}.
 */
public interface MeasuredServers {
  /** The cap of the cold pool's processors that is in effect; empty where there is none. */
  default Optional<CapResult> coldCap() {
    return Optional.empty();
  }

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
}
