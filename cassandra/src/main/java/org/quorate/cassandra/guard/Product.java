package org.quorate.cassandra.guard;

/**
 * What answers CQL. Anything that does not say otherwise is taken for Apache Cassandra, of the
 * version that it states.
 */
enum Product {
  CASSANDRA,
  /** Has {@code system_schema.scylla_tables}. */
  SCYLLA,
  /** Has {@code system_schema_mcs}, and its own name for the cluster. */
  AMAZON_KEYSPACES,
  /** Azure Cosmos DB for Apache Cassandra; its contact points are in {@code cosmos.azure.com}. */
  COSMOS_DB,
  /** DataStax Enterprise or Astra DB; nodes have a {@code dse_version}. */
  DSE
}
