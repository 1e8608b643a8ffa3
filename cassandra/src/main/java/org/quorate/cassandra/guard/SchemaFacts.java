package org.quorate.cassandra.guard;

import com.datastax.oss.driver.api.core.Version;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster says of itself and of one table, as text. Immutable.
 *
 * @param product what the cluster is
 * @param oldest the lowest version of Cassandra that a node says it is; empty where none says any
 * @param keyspace columns of {@code system_schema.keyspaces}, those that are null left out
 * @param table columns of {@code system_schema.tables}, likewise
 * @param scyllaKeyspace columns of {@code system_schema.scylla_keyspaces}, where there is one
 * @param view whether it is a materialised view
 */
public record SchemaFacts(
    Product product,
    Optional<Version> oldest,
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
