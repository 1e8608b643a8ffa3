package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Replication;

/**
 * Makes keyspaces and tables, and waits until all nodes agree on them. One thread at a time; may
 * take seconds. Every method throws {@link StoreException} where the cluster refuses or does not
 * answer.
 */
public final class CassandraSchema {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(75);
  private static final Set<DataType> TEXTS = Set.of(DataTypes.TEXT, DataTypes.ASCII);

  /** What to do with a keyspace that exists and whose replication is another. */
  public enum OnDifference {
    /** Says so, and changes nothing. */
    REFUSE,
    /** Changes it. Rows that it holds already are not moved until the cluster is repaired. */
    ALTER
  }

  private final CqlSession session;
  private final Set<String> dataCenters;

  CassandraSchema(CqlSession session, Set<String> dataCenters) {
    this.session = session;
    this.dataCenters = dataCenters;
  }

  /** The replication of a keyspace, or null where there is no such keyspace or it is unusual. */
  public @Nullable Replication replication(String keyspace) {
    return session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromCql(keyspace))
        .map(metadata -> Replication.parse(metadata.getReplication(), dataCenters))
        .orElse(null);
  }

  /**
   * Creates the layout's keyspace where it does not exist.
   *
   * @param messages told, in one sentence each, what was changed of what existed
   * @throws StoreException also when the keyspace exists, its replication is another, and {@code
   *     onDifference} refuses
   */
  public void createKeyspace(
      TableLayout layout,
      Replication replication,
      OnDifference onDifference,
      Consumer<String> messages)
      throws StoreException {
    for (String center : replication.replicasByDataCenter().keySet()) {
      if (!dataCenters.contains(center)) {
        throw new StoreException(
            "The cluster has no data centre named "
                + center
                + " to keep replicas in; it has "
                + String.join(", ", dataCenters)
                + ".");
      }
    }
    String name = layout.keyspaceIdentifier().asCql(true);
    KeyspaceMetadata existing =
        session.getMetadata().getKeyspace(layout.keyspaceIdentifier()).orElse(null);
    if (existing == null) {
      change(
          "CREATE KEYSPACE IF NOT EXISTS " + name + " WITH replication = " + replication.toCql());
      return;
    }
    if (replication.equals(Replication.parse(existing.getReplication(), dataCenters))) {
      return;
    }
    if (onDifference == OnDifference.REFUSE) {
      throw new StoreException(
          "The keyspace "
              + name
              + " exists with replication "
              + existing.getReplication()
              + ", but "
              + replication
              + " is asked for; use another keyspace, or ask for what is there.");
    }
    change("ALTER KEYSPACE " + name + " WITH replication = " + replication.toCql());
    messages.accept(
        "The replication of keyspace "
            + name
            + " was changed from "
            + existing.getReplication()
            + " to "
            + replication
            + "; rows in it stay where they are until the cluster is repaired.");
  }

  /**
   * Creates the table where it does not exist, and gives one that exists the version's column where
   * that is missing, as in a data set that stock YCSB loaded.
   *
   * @param options options of a new table by name as in {@code CREATE TABLE ... WITH}, for example
   *     {@code speculative_retry} to {@code 'NONE'}; the server's defaults for the others
   * @param messages told, in one sentence each, what was changed of what existed
   */
  public void createTable(
      TableLayout layout, Map<String, String> options, Consumer<String> messages)
      throws StoreException {
    TableMetadata existing = table(layout);
    if (existing == null) {
      change(createStatement(layout, options));
      TableSpread.require(session, layout);
      return;
    }
    if (column(existing, CqlIdentifier.fromCql(TableLayout.VERSION_COLUMN)) == null) {
      change(
          "ALTER TABLE "
              + layout.qualifiedTable()
              + " ADD "
              + TableLayout.VERSION_COLUMN
              + " bigint");
      messages.accept(
          "The table "
              + layout.qualifiedTable()
              + " got a column "
              + TableLayout.VERSION_COLUMN
              + "; its rows have no version until they are written again.");
      TableSpread.require(session, layout);
    }
    check(layout);
  }

  /** Whether there is such a table, whatever its columns. */
  public boolean exists(TableLayout layout) {
    return table(layout) != null;
  }

  static String createStatement(TableLayout layout, Map<String, String> options) {
    String fields =
        layout.fieldIdentifiers().stream()
            .map(field -> field.asCql(true) + " varchar")
            .collect(Collectors.joining(", "));
    String with =
        options.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(option -> option.getKey() + " = " + option.getValue())
            .collect(Collectors.joining(" AND "));
    return "CREATE TABLE IF NOT EXISTS "
        + layout.qualifiedTable()
        + " ("
        + TableLayout.KEY_COLUMN
        + " varchar PRIMARY KEY, "
        + fields
        + ", "
        + TableLayout.VERSION_COLUMN
        + " bigint)"
        + (with.isEmpty() ? "" : " WITH " + with);
  }

  /**
   * Finds out whether the table is as the layout says.
   *
   * @throws StoreException when it is not; the message names the first difference
   */
  public void check(TableLayout layout) throws StoreException {
    TableMetadata table = table(layout);
    String name = layout.qualifiedTable();
    if (table == null) {
      throw new StoreException(
          "There is no table " + name + "; create it, or name the one that there is.");
    }
    List<ColumnMetadata> key = table.getPrimaryKey();
    if (key.size() != 1
        || !key.get(0).getName().asInternal().equals(TableLayout.KEY_COLUMN)
        || !TEXTS.contains(key.get(0).getType())) {
      throw new StoreException(
          "The primary key of table "
              + name
              + " is not "
              + TableLayout.KEY_COLUMN
              + " varchar, as YCSB has it; use another table.");
    }
    ColumnMetadata version = column(table, CqlIdentifier.fromCql(TableLayout.VERSION_COLUMN));
    if (version == null || !version.getType().equals(DataTypes.BIGINT)) {
      throw new StoreException(
          "The table "
              + name
              + " has no column "
              + TableLayout.VERSION_COLUMN
              + " bigint; add it with ALTER TABLE.");
    }
    for (CqlIdentifier field : layout.fieldIdentifiers()) {
      ColumnMetadata column = column(table, field);
      if (column == null || !TEXTS.contains(column.getType())) {
        throw new StoreException(
            "The table "
                + name
                + " has no column "
                + field.asCql(true)
                + " varchar; lower fieldcount, or add it with ALTER TABLE.");
      }
    }
  }

  /** Removes the table and its rows where it exists. */
  public void dropTable(TableLayout layout) throws StoreException {
    change("DROP TABLE IF EXISTS " + layout.qualifiedTable());
  }

  private @Nullable TableMetadata table(TableLayout layout) {
    TableMetadata known = find(layout, session.getMetadata());
    // Another program may have made it a moment ago.
    return known != null ? known : find(layout, session.refreshSchema());
  }

  private static @Nullable TableMetadata find(TableLayout layout, Metadata metadata) {
    return metadata
        .getKeyspace(layout.keyspaceIdentifier())
        .flatMap(keyspace -> keyspace.getTable(layout.tableIdentifier()))
        .orElse(null);
  }

  private static @Nullable ColumnMetadata column(TableMetadata table, CqlIdentifier name) {
    return table.getColumn(name).orElse(null);
  }

  /** Changes something, and waits until all nodes know. */
  void change(String statement) throws StoreException {
    ResultSet result = execute(statement);
    if (!result.getExecutionInfo().isSchemaInAgreement() && !session.checkSchemaAgreement()) {
      throw new StoreException(
          "The nodes did not agree in time on: " + statement + "; check that all of them are up.");
    }
  }

  ResultSet execute(String statement) throws StoreException {
    try {
      return session.execute(SimpleStatement.newInstance(statement).setTimeout(STATEMENT_TIMEOUT));
    } catch (DriverException e) {
      throw new StoreException(
          "Cassandra refuses \"" + statement + "\": " + e.getMessage() + ".", e);
    }
  }
}
