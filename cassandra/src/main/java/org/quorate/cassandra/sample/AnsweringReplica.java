package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Which replica has answered a read at ONE or LOCAL_ONE: the coordinator, where it holds a replica
 * of the row, for it asks itself first. Not so where
 *
 * <ul>
 *   <li>it holds none, or the driver does not know: the replica is unknown then;
 *   <li>it holds itself for the slower one (the dynamic snitch, where its score is worse than that
 *       of the best by more than {@code dynamic_snitch_badness_threshold}), or has asked another
 *       replica too since its own answer was late (speculative retry): then another is taken for
 *       the one that has answered, which makes replicas look more alike than they are.
 * </ul>
 *
 * <p>Stateless.
 */
final class AnsweringReplica {
  private AnsweringReplica() {}

  /**
   * The replica that has answered, or empty where that is not known.
   *
   * @param read with the key of its partition
   * @param answer to it
   */
  static Optional<Node> of(
      CqlSession session,
      TableName table,
      Level level,
      BoundStatement read,
      AsyncResultSet answer) {
    Node coordinator = answer.getExecutionInfo().getCoordinator();
    ByteBuffer key = read.getRoutingKey();
    if (coordinator == null || key == null || (level != Level.ONE && level != Level.LOCAL_ONE)) {
      return Optional.empty();
    }
    return session
        .getMetadata()
        .getTokenMap()
        .filter(
            ring ->
                ring.getReplicas(CqlIdentifier.fromInternal(table.keyspace()), key)
                    .contains(coordinator))
        .map(any -> coordinator);
  }
}
