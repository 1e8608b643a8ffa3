package org.quorate.cassandra.guard;

import java.util.Map;
import java.util.Optional;

/**
 * What a cluster says of itself and of one table, as text. Immutable.
 *
 * @param keyspace columns of {@code system_schema.keyspaces}, those that are null left out
 * @param table columns of {@code system_schema.tables}, likewise
 * @param scyllaKeyspace columns of {@code system_schema.scylla_keyspaces}; there only where the
 *     cluster has {@code system_schema.scylla_tables}, perhaps without any column
 * @param amazon whether the cluster has {@code system_schema_mcs}
 * @param dse whether a node has a version of DataStax Enterprise, or of what is made from it
 * @param view whether it is a materialised view
 */
public record SchemaFacts(
    Map<String, String> keyspace,
    Map<String, String> table,
    Optional<Map<String, String>> scyllaKeyspace,
    boolean amazon,
    boolean dse,
    boolean view) {
  public SchemaFacts {
    keyspace = Map.copyOf(keyspace);
    table = Map.copyOf(table);
    scyllaKeyspace = scyllaKeyspace.map(Map::copyOf);
  }
}
