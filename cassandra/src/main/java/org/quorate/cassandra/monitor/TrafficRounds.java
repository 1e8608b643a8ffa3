package org.quorate.cassandra.monitor;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.quorate.cassandra.table.TableName;

/**
 * Asks the servers for the traffic of tables, one round at a time, and says how much of it was this
 * library's own. Thread-safe.
 *
 * <p>Own reads count from one answer of the servers to the next, each time as of the question: what
 * has ended by then they have counted. A round that nobody answers is part of the next.
 */
public final class TrafficRounds implements AutoCloseable {
  private final ClusterMonitor monitor;
  private final Set<TableName> tables;
  private final Supplier<OwnReads> own;
  private OwnReads ownAtLastAnswer = OwnReads.NONE;
  private boolean underWay;

  /**
   * @param monitor closed with this
   * @param own reads that this library has sent so far
   */
  public TrafficRounds(ClusterMonitor monitor, Set<TableName> tables, Supplier<OwnReads> own) {
    this.monitor = monitor;
    this.tables = Set.copyOf(tables);
    this.own = own;
  }

  /**
   * Begins a round.
   *
   * @return what it has shown, and failures as {@link ClusterMonitor#poll}; empty where there is
   *     nothing to compare with, and at once where the last round is still under way
   */
  public CompletionStage<Optional<TrafficRound>> begin() {
    OwnReads whenAsked = own.get();
    synchronized (this) {
      if (underWay) {
        return CompletableFuture.completedStage(Optional.empty());
      }
      underWay = true;
    }
    return monitor
        .ask(tables)
        .thenApply(result -> answered(result, whenAsked))
        // Last, so that the own reads of one round are known before another begins.
        .whenComplete((round, failure) -> ended());
  }

  private synchronized void ended() {
    underWay = false;
  }

  private synchronized Optional<TrafficRound> answered(PollResult result, OwnReads whenAsked) {
    if (!result.answered()) {
      return Optional.empty();
    }
    OwnReads since = whenAsked.since(ownAtLastAnswer);
    ownAtLastAnswer = whenAsked;
    return result.reading().map(seen -> new TrafficRound(seen, since));
  }

  @Override
  public void close() {
    monitor.close();
  }
}
