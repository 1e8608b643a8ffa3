package org.quorate.cassandra.table;

import com.datastax.oss.driver.api.core.CqlIdentifier;

/**
 * A table, by the names that the server keeps: in lower case unless they were quoted when it was
 * created, without quotes.
 *
 * @param keyspace not empty
 * @param table not empty
 */
public record TableName(String keyspace, String table) implements Comparable<TableName> {
  /**
   * @throws IllegalArgumentException if a name is empty
   */
  public TableName {
    if (keyspace.isEmpty() || table.isEmpty()) {
      throw new IllegalArgumentException(
          "A table is named by its keyspace and its own name, such as shop.carts.");
    }
  }

  /**
   * Reads {@code keyspace.table} as CQL has it: folded to lower case unless quoted.
   *
   * @throws IllegalArgumentException if the text is not two names with a dot between them
   */
  public static TableName parse(String text) {
    int dot = dot(text);
    if (dot <= 0 || dot == text.length() - 1) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no table; write its keyspace too, such as shop.carts.");
    }
    return new TableName(
        CqlIdentifier.fromCql(text.substring(0, dot)).asInternal(),
        CqlIdentifier.fromCql(text.substring(dot + 1)).asInternal());
  }

  /** The first dot that is not inside quotes, or -1. */
  private static int dot(String text) {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '.' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  /** As CQL has it, in quotes where they are needed. */
  public String toCql() {
    return CqlIdentifier.fromInternal(keyspace).asCql(true)
        + "."
        + CqlIdentifier.fromInternal(table).asCql(true);
  }

  @Override
  public int compareTo(TableName other) {
    int order = keyspace.compareTo(other.keyspace);
    return order == 0 ? table.compareTo(other.table) : order;
  }

  /** For people: {@code keyspace.table}. */
  @Override
  public String toString() {
    return keyspace + "." + table;
  }
}
