package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.core.workload.Workload;

/**
 * How rows lie in Cassandra: exactly as stock YCSB's Cassandra binding has them ({@code y_id
 * varchar PRIMARY KEY}, one {@code varchar} for each field), and one column {@code version bigint}
 * more, which holds the timestamp of the newest mutation of the row in microseconds.
 *
 * <p>A row that something else than Quorate wrote has no version. It is older than every version
 * that Quorate gives, yet it is a row: it is read as version {@link #UNVERSIONED}, which an oracle
 * compares like any other and counts as unknown.
 *
 * @param keyspace name of the keyspace, as written in CQL: folded to lower case unless quoted
 * @param table name of the table, likewise
 * @param fields names of the fields in their order, at least one, likewise
 */
public record TableLayout(String keyspace, String table, List<String> fields) {
  /** The key's column. */
  public static final String KEY_COLUMN = "y_id";

  /** The version's column. */
  public static final String VERSION_COLUMN = "version";

  /** The version of a row that has none: before every instant of Quorate's clock. */
  public static final long UNVERSIONED = 0;

  /** The keyspace that stock YCSB uses unless told otherwise. */
  public static final String DEFAULT_KEYSPACE = "ycsb";

  public TableLayout {
    fields = List.copyOf(fields);
    identifier("keyspace", keyspace);
    identifier("table", table);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException("A row needs at least 1 field.");
    }
    Set<String> names = new HashSet<>(Set.of(KEY_COLUMN, VERSION_COLUMN));
    for (String field : fields) {
      if (!names.add(identifier("field", field).asInternal())) {
        throw new IllegalArgumentException(
            "The table cannot have a field named "
                + field
                + ", since another column has that name; choose another prefix of field names.");
      }
    }
  }

  /** The layout of a workload's table in this keyspace. */
  public static TableLayout of(String keyspace, Workload workload) {
    return new TableLayout(keyspace, workload.table(), workload.fields().names());
  }

  /**
   * A longer name of a table.
   *
   * @param table as written in CQL, also in quotes
   * @param ending letters, digits and underscores
   */
  public static String longer(String table, String ending) {
    return table.endsWith("\"")
        ? table.substring(0, table.length() - 1) + ending + "\""
        : table + ending;
  }

  CqlIdentifier keyspaceIdentifier() {
    return identifier("keyspace", keyspace);
  }

  CqlIdentifier tableIdentifier() {
    return identifier("table", table);
  }

  /** The keyspace's name as the server keeps it, without quotes. */
  public String internalKeyspace() {
    return keyspaceIdentifier().asInternal();
  }

  /** The table's name as the server keeps it, without quotes. */
  public String internalTable() {
    return tableIdentifier().asInternal();
  }

  List<CqlIdentifier> fieldIdentifiers() {
    return fields.stream().map(field -> identifier("field", field)).toList();
  }

  /** Keyspace and table for a CQL statement. */
  String qualifiedTable() {
    return keyspaceIdentifier().asCql(true) + "." + tableIdentifier().asCql(true);
  }

  /** {@code SELECT} of the version and a field, or all fields for a negative one, of one row. */
  String readStatement(int field) {
    return selection(field) + " WHERE " + KEY_COLUMN + " = ?";
  }

  /** {@code SELECT} of rows in the order of their tokens, as stock YCSB scans. */
  String scanStatement(int field) {
    return selection(field) + " WHERE token(" + KEY_COLUMN + ") >= token(?) LIMIT ?";
  }

  /**
   * The mutation of the version and a field, or all fields for a negative one; bound in the order
   * key, version, fields. It has no {@code USING TIMESTAMP}: the timestamp goes with the request
   * itself, which the server applies just so, also where its guardrails forbid the clause.
   */
  String writeStatement(int field) {
    List<String> columns = columns(field);
    return "INSERT INTO "
        + qualifiedTable()
        + " ("
        + KEY_COLUMN
        + ", "
        + VERSION_COLUMN
        + ", "
        + String.join(", ", columns)
        + ") VALUES (?, ?"
        + ", ?".repeat(columns.size())
        + ")";
  }

  private String selection(int field) {
    return "SELECT "
        + VERSION_COLUMN
        + ", "
        + String.join(", ", columns(field))
        + " FROM "
        + qualifiedTable();
  }

  private List<String> columns(int field) {
    List<CqlIdentifier> all = fieldIdentifiers();
    return (field < 0 ? all : List.of(all.get(field)))
        .stream().map(identifier -> identifier.asCql(true)).collect(Collectors.toList());
  }

  private static CqlIdentifier identifier(String what, String name) {
    try {
      return CqlIdentifier.fromCql(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + name + "\" cannot name a " + what + " in CQL unless it is put in double quotes.",
          e);
    }
  }
}
