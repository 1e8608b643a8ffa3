package org.quorate.lab.backend.cassandra;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.counter.CounterDifference;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ReplicaScan;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Counter;

/**
 * Sees to it that every replica has the newest version of every row of a table: all rows are read
 * at all their replicas, which repairs those that differ, again and again until the servers have
 * counted no repair during a whole pass. That pass is the proof. Used by one thread.
 *
 * @param cluster whose servers count repairs
 */
record ReplicaComparison(
    CassandraConnection connection, TableLayout layout, CassandraCluster cluster) {
  private static final int MOST_PASSES = 8;
  private static final long AFTER_FAILURE_MILLIS = 1000;

  /**
   * Compares and repairs.
   *
   * @throws BackendException when rows differ still, or cannot be read, after several passes
   */
  void compare(Progress progress) throws BackendException, InterruptedException {
    @Nullable StoreException failure = null;
    long repaired = 0;
    try (CounterReader counters = cluster.counters(layout);
        Progress.Task task = progress.start("comparing replicas", 0, "rows")) {
      for (int pass = 1; pass <= MOST_PASSES; pass++) {
        CounterSnapshot before = counters.read();
        try {
          ReplicaScan.read(connection, layout, task::advance);
          failure = null;
          repaired = repairs(before, counters.read());
          if (repaired == 0) {
            return;
          }
          task.detail(repaired + " repaired");
        } catch (StoreException e) {
          failure = e;
          TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE_MILLIS);
        }
      }
    }
    if (failure != null) {
      throw new BackendException(
          "After the faults of the last run the replicas cannot be compared: "
              + failure.getMessage()
              + "; see the nodes' logs.",
          failure);
    }
    throw new BackendException(
        "After the faults of the last run the replicas of "
            + layout.internalTable()
            + " differ still, "
            + repaired
            + " of them in the last of "
            + MOST_PASSES
            + " passes; no run is measured on a cluster that is behind, so see the nodes' logs.");
  }

  /**
   * Mutations that brought a replica up to date.
   *
   * @throws BackendException when a server does not say
   */
  private static long repairs(CounterSnapshot before, CounterSnapshot after)
      throws BackendException {
    long sum = 0;
    for (var node : CounterDifference.between(before, after).nodes()) {
      Long ofNode = node.counters().get(Counter.READ_REPAIRS);
      if (ofNode == null) {
        throw new BackendException(
            "After the faults of the last run "
                + node.node()
                + " does not say how many rows it repaired; see its log.");
      }
      sum += ofNode;
    }
    return sum;
  }
}
