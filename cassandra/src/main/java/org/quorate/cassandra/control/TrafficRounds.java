package org.quorate.cassandra.control;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.table.TableName;

/**
 * Asks the servers for the traffic of tables, one round at a time. Not thread-safe: rounds are
 * begun, and end, on one thread.
 */
final class TrafficRounds implements AutoCloseable {
  /** Hears how a round ended. */
  interface Listener {
    /**
     * The round has ended.
     *
     * @param reading empty when it failed, or was the first, which has nothing to compare with
     * @param ownReads of each table, how many of the reads that were counted since the reading
     *     before were this library's own
     */
    void ended(
        Optional<MonitorReading> reading,
        Map<TableName, Long> ownReads,
        @Nullable Throwable failure);
  }

  private final ClusterMonitor monitor;
  private final Executor thread;
  private final Listener listener;
  private final Map<TableName, OwnReads> own = new HashMap<>();
  private boolean underWay;

  /**
   * @param thread on which rounds are begun
   */
  TrafficRounds(
      ClusterMonitor monitor, Collection<TableName> tables, Executor thread, Listener listener) {
    this.monitor = monitor;
    this.thread = thread;
    this.listener = listener;
    tables.forEach(table -> own.put(table, new OwnReads()));
  }

  /**
   * Begins a round, unless the last is still under way.
   *
   * @param ownReads how many reads this library has sent to a table so far
   */
  void begin(ToLongFunction<TableName> ownReads) {
    if (underWay) {
      return;
    }
    own.forEach((table, reads) -> reads.asked(ownReads.applyAsLong(table)));
    CompletionStage<Optional<MonitorReading>> begun = monitor.poll(Set.copyOf(own.keySet()));
    underWay = true;
    begun.whenComplete(
        (seen, failure) ->
            thread.execute(() -> ended(failure == null ? seen : Optional.empty(), failure)));
  }

  private void ended(Optional<MonitorReading> seen, @Nullable Throwable failure) {
    underWay = false;
    Map<TableName, Long> ownReads = new HashMap<>();
    if (failure == null) {
      own.forEach((table, reads) -> ownReads.put(table, reads.answered()));
    }
    listener.ended(seen, ownReads, failure);
  }

  @Override
  public void close() {
    monitor.close();
  }
}
