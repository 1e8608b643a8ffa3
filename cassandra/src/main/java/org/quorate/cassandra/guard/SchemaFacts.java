package org.quorate.cassandra.guard;

import java.util.Map;

/**
 * What a cluster says of itself and of one table, as text. Immutable.
 *
 * @param product what the cluster is
 * @param keyspace columns of {@code system_schema.keyspaces}, those that are null left out
 * @param table columns of {@code system_schema.tables}, likewise
 * @param scyllaKeyspace columns of {@code system_schema.scylla_keyspaces}, where there is one
 * @param view whether it is a materialised view
 */
public record SchemaFacts(
    Product product,
    Map<String, String> keyspace,
    Map<String, String> table,
    Map<String, String> scyllaKeyspace,
    boolean view) {
  public SchemaFacts {
    keyspace = Map.copyOf(keyspace);
    table = Map.copyOf(table);
    scyllaKeyspace = Map.copyOf(scyllaKeyspace);
  }
}
