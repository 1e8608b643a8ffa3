package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.function.Supplier;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/** Keys of a table, and the nodes that have them. Not thread-safe. */
final class TableRing implements PairPlan.Ring<BoundStatement, Node> {
  private final CqlSession session;
  private final TableName table;
  private final boolean isLocal;
  private final Supplier<BoundStatement> keys;
  private boolean hasManyCenters;

  /**
   * @param isLocal whether replicas of the local data centre alone count
   * @param keys reads of random keys, with what they are routed by
   */
  TableRing(CqlSession session, TableName table, boolean isLocal, Supplier<BoundStatement> keys) {
    this.session = session;
    this.table = table;
    this.isLocal = isLocal;
    this.keys = keys;
  }

  @Override
  public BoundStatement draw() {
    return keys.get();
  }

  @Override
  public Collection<Node> replicas(BoundStatement statement) throws SourceException {
    ByteBuffer routingKey = statement.getRoutingKey();
    if (routingKey == null) {
      throw new SourceException(
          "The server does not tell which columns make the partition key of " + table + ".");
    }
    Collection<Node> all = Replicas.of(session, table.keyspace(), routingKey);
    hasManyCenters |= all.stream().map(Node::getDatacenter).distinct().count() > 1;
    return isLocal ? Replicas.near(session.getMetadata().getNodes().values(), all) : all;
  }

  /** Whether a row that was asked for has replicas in several data centres. */
  boolean hasManyCenters() {
    return hasManyCenters;
  }

  @Override
  public boolean isDown(Node node) {
    return KnownCluster.isDown(node);
  }

  @Override
  public boolean canCoordinate(Node node) {
    return Replicas.canCoordinate(node);
  }
}
