package org.quorate.lab.testing;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;

/**
 * Changes the schema of a cluster whose nodes are all up, and waits until each of them goes by it.
 * That the driver finds them in agreement is not enough: it leaves out those that the node it asks
 * has not heard of yet, and a node writes a change to its system tables before it goes by it.
 */
public final class SchemaChanges {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private SchemaChanges() {}

  /**
   * Has one node, which goes by a change when it has answered, make all of them, and waits until
   * the others describe the keyspace as it does.
   */
  public static void make(CqlSession session, String keyspace, String... statements) {
    @Nullable Node maker = null;
    for (String statement : statements) {
      maker =
          session
              .execute(SimpleStatement.newInstance(statement).setNode(maker))
              .getExecutionInfo()
              .getCoordinator();
    }
    Awaitility.await("every node goes by " + List.of(statements))
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(
            () ->
                nodes(session).stream()
                        .map(node -> described(session, node, keyspace))
                        .distinct()
                        .count()
                    == 1);
  }

  /** Whether each node, asked by itself, knows a table that somebody may just have made. */
  public static boolean isKnownToAll(CqlSession session, TableName table) {
    return nodes(session).stream().allMatch(node -> knows(session, node, table));
  }

  private static Collection<Node> nodes(CqlSession session) {
    return session.getMetadata().getNodes().values();
  }

  private static Set<String> described(CqlSession session, Node node, String keyspace) {
    return session
        .execute(SimpleStatement.newInstance("DESCRIBE KEYSPACE " + keyspace).setNode(node))
        .all()
        .stream()
        .map(row -> String.valueOf(row.getString("create_statement")))
        .collect(Collectors.toSet());
  }

  private static boolean knows(CqlSession session, Node node, TableName table) {
    try {
      return session
              .execute(SimpleStatement.newInstance("DESCRIBE TABLE " + table.toCql()).setNode(node))
              .one()
          != null;
    } catch (DriverException unknown) {
      return false;
    }
  }
}
