package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Set;
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
   * @return the reading, or a {@link SourceException} when this way in is closed for good (no
   *     permission, no such table, nothing configured for this node), or any other exception when
   *     the node did not answer this time
   */
  CompletionStage<NodeCounts> read(Node node, Set<TableName> tables);

  @Override
  void close();
}
