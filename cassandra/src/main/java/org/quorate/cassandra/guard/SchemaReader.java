package org.quorate.cassandra.guard;

import com.datastax.dse.driver.api.core.metadata.DseNodeProperties;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.RefusedLevel;
import org.quorate.cassandra.table.TableName;

/**
 * Asks a cluster what the driver does not tell of a table, in the background: the first look at a
 * table gives nothing, later ones the newest answer. It asks again when the driver has learnt of a
 * change of the schema, and every {@value #LOOKS_UNTIL_ASKED_AGAIN} looks. What was said of a table
 * holds until then, but not for another one of the same name that was made since. Thread-safe.
 */
public final class SchemaReader {
  static final int LOOKS_UNTIL_ASKED_AGAIN = 60;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String AMAZON_KEYSPACES = "Amazon Keyspaces";
  private static final String COSMOS_DB = ".cosmos.azure.";

  /**
   * @param of the driver's own knowledge at the time of asking
   * @param answer newest, or null before the first
   * @param failure why the newest question was not answered, or null
   */
  private record Asked(
      KeyspaceMetadata of,
      int looks,
      boolean underWay,
      @Nullable SchemaFacts answer,
      @Nullable String failure) {

    /** The same without an answer, where that is of a table which was made anew since. */
    Asked about(TableName table, KeyspaceMetadata now) {
      return of == now || id(table, of).equals(id(table, now))
          ? this
          : new Asked(of, looks, underWay, null, null);
    }

    private static Optional<UUID> id(TableName table, KeyspaceMetadata keyspace) {
      CqlIdentifier name = CqlIdentifier.fromInternal(table.table());
      return keyspace
          .getTable(name)
          .<RelationMetadata>map(each -> each)
          .or(() -> keyspace.getView(name))
          .flatMap(RelationMetadata::getId);
    }
  }

  private final CqlSession session;
  private final Map<TableName, Asked> asked = new ConcurrentHashMap<>();

  public SchemaReader(CqlSession session) {
    this.session = session;
  }

  /** What is known of a table; empty while it is being asked for the first time. */
  public Optional<SchemaFacts> look(TableName table, KeyspaceMetadata keyspace) {
    boolean[] due = {false};
    asked.compute(
        table,
        (name, last) -> {
          if (last == null) {
            due[0] = true;
            return new Asked(keyspace, 0, true, null, null);
          }
          Asked before = last.about(table, keyspace);
          due[0] =
              !before.underWay
                  && (before.answer == null
                      || before.of != keyspace
                      || before.looks >= LOOKS_UNTIL_ASKED_AGAIN);
          return due[0]
              ? new Asked(keyspace, 0, true, before.answer, before.failure)
              : new Asked(
                  before.of, before.looks + 1, before.underWay, before.answer, before.failure);
        });
    if (due[0]) {
      ask(table, keyspace);
    }
    Asked now = asked.get(table);
    return Optional.ofNullable(now == null ? null : now.about(table, keyspace).answer);
  }

  /** Why nothing is known of a table, one sentence; empty where it is known or being asked for. */
  public Optional<String> trouble(TableName table) {
    Asked now = asked.get(table);
    return now == null || now.answer != null || now.failure == null
        ? Optional.empty()
        : Optional.of(
            "The table "
                + table
                + " is left alone until the cluster says what kind of table it is: "
                + now.failure);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // What failed is asked again at the next look.
  private void ask(TableName table, KeyspaceMetadata keyspace) {
    CompletableFuture<Optional<Map<String, String>>> keyspaces =
        row("SELECT * FROM system_schema.keyspaces WHERE keyspace_name = ?", table.keyspace());
    CompletableFuture<Optional<Map<String, String>>> tables =
        row(
            "SELECT * FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
            table.keyspace(),
            table.table());
    CompletableFuture<Optional<Map<String, String>>> isScylla =
        row("SELECT * FROM system_schema.scylla_tables LIMIT 1");
    CompletableFuture<Optional<Map<String, String>>> scylla =
        row(
            "SELECT * FROM system_schema.scylla_keyspaces WHERE keyspace_name = ?",
            table.keyspace());
    CompletableFuture<Optional<Map<String, String>>> amazon =
        row("SELECT * FROM system_schema_mcs.keyspaces LIMIT 1");
    CompletableFuture.allOf(keyspaces, tables, isScylla, scylla, amazon)
        .thenApply(
            done ->
                new SchemaFacts(
                    product(isScylla.join().isPresent(), amazon.join().isPresent()),
                    oldest(),
                    keyspaces.join().orElse(Map.of()),
                    tables.join().orElse(Map.of()),
                    scylla.join().orElse(Map.of()),
                    keyspace.getView(CqlIdentifier.fromInternal(table.table())).isPresent()))
        .whenComplete(
            (facts, failure) ->
                asked.computeIfPresent(
                    table,
                    (name, before) ->
                        new Asked(
                            before.of,
                            before.looks,
                            false,
                            facts == null ? before.answer : facts,
                            facts == null ? Failures.sentence(failure) : null)));
  }

  /** The role may not see the system tables of Amazon Keyspaces, but the cluster has a name. */
  private Product product(boolean scylla, boolean amazon) {
    Metadata cluster = session.getMetadata();
    if (amazon || cluster.getClusterName().filter(AMAZON_KEYSPACES::equals).isPresent()) {
      return Product.AMAZON_KEYSPACES;
    }
    if (isOfAny(cluster, node -> node.getEndPoint().toString().contains(COSMOS_DB))) {
      return Product.COSMOS_DB;
    }
    if (isOfAny(cluster, node -> node.getExtras().containsKey(DseNodeProperties.DSE_VERSION))) {
      return Product.DSE;
    }
    return scylla ? Product.SCYLLA : Product.CASSANDRA;
  }

  private Optional<Version> oldest() {
    return session.getMetadata().getNodes().values().stream()
        .map(Node::getCassandraVersion)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder());
  }

  private static boolean isOfAny(Metadata cluster, Predicate<Node> what) {
    return cluster.getNodes().values().stream().anyMatch(what);
  }

  /**
   * The first row of a query, without its nulls; an empty map for none. Empty where there is no
   * such table, or it may not be read; both say that the cluster is not one that has it for
   * everybody. A level that servers do not allow says nothing.
   */
  private CompletableFuture<Optional<Map<String, String>>> row(String query, Object... values) {
    return answer(
            SimpleStatement.newInstance(query, values)
                .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE)
                .setTimeout(TIMEOUT)
                .setIdempotent(true))
        .<Optional<Map<String, String>>>thenApply(
            rows -> {
              Row row = rows.one();
              return Optional.of(row == null ? Map.of() : columns(row));
            })
        .exceptionally(
            failure -> {
              if (isRefused(failure) && !RefusedLevel.isWhy(failure)) {
                return Optional.empty();
              }
              throw new CompletionException(failure);
            })
        .toCompletableFuture();
  }

  /** What a session that is closing throws is an answer too. */
  private CompletionStage<AsyncResultSet> answer(SimpleStatement query) {
    try {
      return session.executeAsync(query);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static boolean isRefused(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    return cause instanceof QueryValidationException
        || (cause instanceof AllNodesFailedException all
            && all.getAllErrors().values().stream()
                .flatMap(List::stream)
                .anyMatch(QueryValidationException.class::isInstance));
  }

  private static Map<String, String> columns(Row row) {
    Map<String, String> columns = new HashMap<>();
    for (ColumnDefinition column : row.getColumnDefinitions()) {
      Object value = row.getObject(column.getName());
      if (value != null) {
        columns.put(column.getName().asInternal(), value.toString());
      }
    }
    return columns;
  }
}
