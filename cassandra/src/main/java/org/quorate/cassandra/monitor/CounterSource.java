package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.table.TableName;

/**
 * One way to read what a node counts. Implementations are thread-safe and change nothing on the
 * node.
 */
public interface CounterSource extends AutoCloseable {
  /** The name for people and in reports, for example {@code system_views}. */
  String name();

  /**
   * Reads a node's counts. Returns at once.
   *
   * @param tables to be counted; a table that the node does not have is absent from the answer
   * @return the reading, or a {@link SourceException} when this way in is closed until somebody
   *     does something about it (no permission, no such table, nothing listens there), or any other
   *     exception when the node did not answer this time
   */
  CompletionStage<NodeCounts> read(Node node, Set<TableName> tables);

  /** Whether this source can be asked about the node from here; asked before each question. */
  default boolean reaches(Node node) {
    return true;
  }

  /** Lets go of what is kept for a node that left the cluster. Returns at once. */
  default void forget(UUID hostId) {}

  /** Lets go of everything. Returns at once; questions that are open may stay unanswered. */
  @Override
  void close();
}
