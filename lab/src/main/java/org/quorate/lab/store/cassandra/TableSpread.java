package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Waits until each node, asked by itself, knows a table with all its columns. The driver's own
 * check compares versions that one node has heard of, and leaves out nodes of which it has heard
 * nothing yet; a cluster that has just started then agrees too soon, and a replica refuses the
 * first writes because it knows no such table. Stateless.
 */
final class TableSpread {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 50;
  private static final Pattern COLUMN =
      Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")+)\"|(\\w+))\\s+[a-z]");

  private TableSpread() {}

  /**
   * Asks the nodes that this session may ask. For those of other data centres there is only the
   * driver's own look at what the nodes have heard of one another.
   *
   * @throws StoreException when one of them does not know the table after 30 seconds
   */
  static void require(CqlSession session, TableLayout layout) throws StoreException {
    Set<String> columns = new HashSet<>(Set.of(TableLayout.KEY_COLUMN, TableLayout.VERSION_COLUMN));
    layout.fieldIdentifiers().forEach(field -> columns.add(field.asInternal()));
    List<Node> reachable =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .filter(node -> node.getDistance() != NodeDistance.IGNORED)
            .toList();
    List<Node> missing =
        TableSpread.await(reachable, columns, node -> columns(session, node, layout), PATIENCE);
    if (!missing.isEmpty()) {
      throw new StoreException(
          "Table "
              + layout.qualifiedTable()
              + " was created, but after "
              + PATIENCE.toSeconds()
              + " s is not known to "
              + missing.stream()
                  .map(node -> String.valueOf(node.getEndPoint()))
                  .collect(Collectors.joining(", "))
              + "; check that the nodes reach each other.");
    }
  }

  /**
   * The columns of a table that this node itself knows of. A server writes a change of the schema
   * to its system tables before it goes by it, so these are asked only where the server cannot be
   * asked for what it goes by, which it can from Cassandra 4.0 on.
   */
  private static Set<String> columns(CqlSession session, Node node, TableLayout layout) {
    try {
      return described(session, node, layout);
    } catch (SyntaxError unknownStatement) {
      return written(session, node, layout);
    } catch (DriverException unanswered) {
      return Set.of();
    }
  }

  private static Set<String> described(CqlSession session, Node node, TableLayout layout) {
    Row row =
        session
            .execute(
                SimpleStatement.newInstance("DESCRIBE TABLE " + layout.qualifiedTable())
                    .setNode(node))
            .one();
    return row == null ? Set.of() : columnsOf(String.valueOf(row.getString("create_statement")));
  }

  /** The names of the columns in a statement that creates a table, one column to a line. */
  static Set<String> columnsOf(String createStatement) {
    return createStatement
        .lines()
        .skip(1)
        .map(COLUMN::matcher)
        .filter(Matcher::lookingAt)
        .map(
            column ->
                column.group(1) == null ? column.group(2) : column.group(1).replace("\"\"", "\""))
        .collect(Collectors.toSet());
  }

  private static Set<String> written(CqlSession session, Node node, TableLayout layout) {
    try {
      return session
          .execute(
              SimpleStatement.newInstance(
                      "SELECT column_name FROM system_schema.columns"
                          + " WHERE keyspace_name = ? AND table_name = ?",
                      layout.keyspaceIdentifier().asInternal(),
                      layout.tableIdentifier().asInternal())
                  .setConsistencyLevel(ConsistencyLevel.ONE)
                  .setNode(node))
          .all()
          .stream()
          .map(row -> String.valueOf(row.getString(0)))
          .collect(Collectors.toSet());
    } catch (DriverException unanswered) {
      return Set.of();
    }
  }

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
