package org.quorate.lab.store.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Waits until each node, asked by itself, knows a table with all its columns. The driver's own
 * check compares versions that one node has heard of, and leaves out nodes of which it has heard
 * nothing yet; a cluster that has just started then agrees too soon, and a replica refuses the
 * first writes because it knows no such table. Stateless.
 */
final class TableSpread {
  private static final long POLL_MILLIS = 50;

  private TableSpread() {}

  /**
   * Waits.
   *
   * @param <N> nodes
   * @param nodes those that have to know the table
   * @param columns names of its columns
   * @param known asks one node for the columns of the table that it knows; none where it knows no
   *     such table or does not answer
   * @return the nodes that still do not know it when patience has ended; empty when all do
   */
  static <N> List<N> await(
      Collection<N> nodes, Set<String> columns, Function<N, Set<String>> known, Duration patience)
      throws StoreException {
    long deadline = System.nanoTime() + patience.toNanos();
    List<N> missing = new ArrayList<>(nodes);
    while (true) {
      missing.removeIf(node -> known.apply(node).containsAll(columns));
      if (missing.isEmpty() || System.nanoTime() - deadline > 0) {
        return missing;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException("Waiting for the nodes to agree on a table was cut short.", e);
      }
    }
  }
}
