package org.quorate.cassandra.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;

/**
 * One call of {@link ClusterMonitor#poll}: a round, and one more for every source that failed.
 * Failures are guarded by the monitor.
 */
final class Poll {
  private final Set<TableName> tables;
  private final CompletableFuture<PollResult> result = new CompletableFuture<>();
  private final List<String> failures = new ArrayList<>();
  private @Nullable SourceException refusal;

  Poll(Set<TableName> tables) {
    this.tables = Set.copyOf(tables);
  }

  Set<TableName> tables() {
    return tables;
  }

  CompletableFuture<PollResult> result() {
    return result;
  }

  /**
   * A source could not be used.
   *
   * @param refused what a node has said; null where none answered
   */
  void failed(String why, @Nullable SourceException refused) {
    failures.add(why);
    refusal = refused;
  }

  /** Says why no source is left; its cause is what a node has said of the last, if any has. */
  SourceException noneLeft() {
    return new SourceException(
        "What the cluster counts cannot be read. " + String.join(" ", failures), refusal);
  }
}
