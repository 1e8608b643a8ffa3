package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * Creates the keyspace and the table of canaries, where several processes may do so at once: all at
 * the same node of their data centre, which creates them for the first and has them for the others,
 * and none goes on before every node that can be asked has them. What a node answers that has
 * nothing to create, the driver takes for a schema that all agree on, and it would be the one from
 * before. Immutable, thread-safe.
 */
final class CanaryCreation {
  private static final int LOOKS = 100;
  private static final long MILLIS_BETWEEN_LOOKS = 100;
  private static final UUID NOBODYS_ROW = new UUID(0, 0);

  private final CqlSession session;
  private final TableName table;
  private final String createKeyspace;
  private final String createTable;

  /**
   * @param replication of the keyspace that is created
   */
  CanaryCreation(CqlSession session, CanarySettings settings, Map<String, String> replication) {
    this.session = session;
    this.table = new TableName(settings.keyspace(), CanarySettings.TABLE);
    this.createKeyspace =
        "CREATE KEYSPACE IF NOT EXISTS "
            + quoted(settings.keyspace())
            + " WITH replication = "
            + toCql(replication);
    // The same id whoever creates it: those that do so at once through different nodes would
    // otherwise make several tables of one name, of which servers keep different ones
    // (CASSANDRA-10699). Tombstones are dropped after an hour.
    this.createTable =
        "CREATE TABLE IF NOT EXISTS "
            + table.toCql()
            + " (id uuid PRIMARY KEY, stamp bigint) WITH id = "
            + UUID.nameUUIDFromBytes(table.toCql().getBytes(StandardCharsets.UTF_8))
            + " AND gc_grace_seconds = 3600"
            + " AND default_time_to_live = "
            + settings.timeToLive().toSeconds();
  }

  /** What an administrator can do instead. */
  String remedy() {
    return "an administrator can run: " + createKeyspace + "; " + createTable + ";";
  }

  /**
   * Ends when every node that can be asked has the table.
   *
   * @return a {@link SourceException} where the user may not create it, and a {@link
   *     PropagationException} where some node has not got it after a hundred looks, ten seconds or
   *     more
   */
  CompletionStage<Void> run() {
    List<Node> nodes = nodes();
    if (nodes.isEmpty()) {
      return CompletableFuture.failedFuture(
          new PropagationException("No node can be asked to create the table of canaries."));
    }
    Node first = nodes.get(0);
    return session
        .executeAsync(SimpleStatement.newInstance(createKeyspace).setNode(first))
        .thenCompose(
            done -> session.executeAsync(SimpleStatement.newInstance(createTable).setNode(first)))
        .thenCompose(done -> untilKnown(LOOKS))
        .thenCompose(done -> session.refreshSchemaAsync())
        .thenCompose(done -> session.checkSchemaAgreementAsync())
        .handle(
            (agreed, failure) -> {
              if (failure != null && DriverErrors.isUnauthorized(failure)) {
                throw new CompletionException(
                    new SourceException(
                        "The session's user may not create the table of canaries; " + remedy(),
                        failure));
              }
              if (failure != null) {
                throw new CompletionException(failure);
              }
              if (!agreed) {
                throw new CompletionException(disagreement());
              }
              return null;
            });
  }

  /** In the same order for all processes. */
  private List<Node> nodes() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> Replicas.canCoordinate(node) && !KnownCluster.isDown(node))
        .sorted(Comparator.comparing(node -> String.valueOf(node.getHostId())))
        .toList();
  }

  private CompletionStage<Void> untilKnown(int looks) {
    List<CompletableFuture<Boolean>> answers =
        nodes().stream().map(node -> isKnownBy(node).toCompletableFuture()).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> {
              if (!answers.isEmpty() && answers.stream().allMatch(CompletableFuture::join)) {
                return CompletableFuture.<Void>completedFuture(null);
              }
              if (looks == 1) {
                return CompletableFuture.failedFuture(disagreement());
              }
              return CompletableFuture.supplyAsync(
                      () -> looks - 1,
                      CompletableFuture.delayedExecutor(
                          MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS))
                  .thenCompose(this::untilKnown);
            });
  }

  private static PropagationException disagreement() {
    return new PropagationException("The servers do not agree yet on the table of canaries.");
  }

  /**
   * By asking for a row, since a node has a table among those of its schema before it can read it.
   * One that does not answer, or not well, is no reason to wait: canaries do without it.
   */
  private CompletionStage<Boolean> isKnownBy(Node node) {
    return session
        .executeAsync(
            SimpleStatement.newInstance(
                    "SELECT stamp FROM " + table.toCql() + " WHERE id = ?", NOBODYS_ROW)
                .setConsistencyLevel(ConsistencyLevel.ONE)
                .setNode(node))
        .handle((rows, failure) -> failure == null || !DriverErrors.isInvalid(failure));
  }

  static String quoted(String name) {
    return CqlIdentifier.fromInternal(name).asCql(true);
  }

  /** A replication as it is, whatever its strategy. */
  static String toCql(Map<String, String> replication) {
    return replication.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> literal(entry.getKey()) + ": " + literal(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
