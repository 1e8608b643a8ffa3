package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Replication;

/**
 * The table that canaries are written to: its rows have a number that says which canary wrote them
 * last. Immutable, thread-safe.
 */
final class CanaryTable {
  private final CqlSession session;
  private final String keyspace;
  private final ConsistencyLevel level;
  private final PreparedStatement write;
  private final PreparedStatement read;

  private CanaryTable(
      CqlSession session,
      String keyspace,
      ConsistencyLevel level,
      PreparedStatement write,
      PreparedStatement read) {
    this.session = session;
    this.keyspace = keyspace;
    this.level = level;
    this.write = write;
    this.read = read;
  }

  /**
   * Finds the table, creating it where it is missing and may be.
   *
   * @param observed keyspace whose replication the canaries' must have
   * @param level of writes and reads: ONE or LOCAL_ONE
   * @return a {@link SourceException} where it cannot be had, with the statements that an
   *     administrator can run
   */
  static CompletionStage<CanaryTable> open(
      CqlSession session, String observed, ConsistencyLevel level, CanarySettings settings) {
    Map<String, String> replication;
    try {
      replication = replication(session, observed);
      Optional<KeyspaceMetadata> existing = KnownCluster.keyspace(session, settings.keyspace());
      if (existing.isPresent()) {
        requireSame(session, settings.keyspace(), existing.get().getReplication(), observed);
        if (existing.get().getTable(CanarySettings.TABLE).isPresent()) {
          return prepare(session, level, settings);
        }
      }
    } catch (SourceException unusable) {
      return CompletableFuture.failedFuture(unusable);
    }
    CanaryCreation creation = new CanaryCreation(session, settings, replication);
    if (!settings.mayCreate()) {
      return CompletableFuture.failedFuture(
          new SourceException(
              "There is no table "
                  + new TableName(settings.keyspace(), CanarySettings.TABLE)
                  + " for canaries, and it may not be created; "
                  + creation.remedy()));
    }
    return creation.run().thenCompose(created -> prepare(session, level, settings));
  }

  private static CompletionStage<CanaryTable> prepare(
      CqlSession session, ConsistencyLevel level, CanarySettings settings) {
    String table = new TableName(settings.keyspace(), CanarySettings.TABLE).toCql();
    return session
        .prepareAsync(
            "INSERT INTO "
                + table
                + " (id, stamp) VALUES (?, ?) USING TTL "
                + settings.timeToLive().toSeconds())
        .thenCompose(
            write ->
                session
                    .prepareAsync("SELECT stamp FROM " + table + " WHERE id = ?")
                    .thenApply(
                        read -> new CanaryTable(session, settings.keyspace(), level, write, read)));
  }

  private static Map<String, String> replication(CqlSession session, String observed)
      throws SourceException {
    return KnownCluster.keyspace(session, observed)
        .map(KeyspaceMetadata::getReplication)
        .orElseThrow(
            () ->
                new SourceException(
                    "The driver knows no keyspace "
                        + observed
                        + "; check its name, and that advanced.metadata.schema is on and includes"
                        + " it."));
  }

  private static void requireSame(
      CqlSession session, String keyspace, Map<String, String> replication, String observed)
      throws SourceException {
    Map<String, String> wanted = replication(session, observed);
    Replication own = KnownCluster.replication(session, replication);
    if (!replication.equals(wanted)
        && (own == null || !own.equals(KnownCluster.replication(session, wanted)))) {
      throw new SourceException(
          "Keyspace "
              + keyspace
              + " is replicated otherwise than "
              + observed
              + ", so its canaries would tell nothing; name another keyspace for them, or run:"
              + " ALTER KEYSPACE "
              + CanaryCreation.quoted(keyspace)
              + " WITH replication = "
              + CanaryCreation.toCql(wanted)
              + ";");
    }
  }

  /**
   * Keyspaces may be altered while canaries are written.
   *
   * @throws SourceException if the observed keyspace is replicated otherwise by now
   */
  void requireReplicationOf(String observed) throws SourceException {
    Optional<KeyspaceMetadata> own = KnownCluster.keyspace(session, keyspace);
    if (own.isPresent()) {
      requireSame(session, keyspace, own.get().getReplication(), observed);
    }
  }

  /** All replicas of a row. */
  Set<Node> replicas(UUID id) throws SourceException {
    ByteBuffer key = TypeCodecs.UUID.encode(id, session.getContext().getProtocolVersion());
    if (key == null) {
      throw new IllegalStateException("A row without a key has no replicas.");
    }
    return Replicas.of(session, keyspace, key);
  }

  CompletionStage<?> write(UUID id, long stamp, Node coordinator, Duration timeout) {
    return execute(write.bind(id, stamp), coordinator, timeout);
  }

  /** Whether the row has this stamp. */
  CompletionStage<Boolean> has(UUID id, long stamp, Node coordinator, Duration timeout) {
    return execute(read.bind(id), coordinator, timeout)
        .thenApply(
            rows -> {
              Row row = rows.one();
              return row != null && row.getLong(0) == stamp;
            });
  }

  private CompletionStage<AsyncResultSet> execute(
      BoundStatement statement, Node coordinator, Duration timeout) {
    return session.executeAsync(
        statement
            .setNode(coordinator)
            .setConsistencyLevel(level)
            .setIdempotent(true)
            .setTimeout(timeout));
  }
}
