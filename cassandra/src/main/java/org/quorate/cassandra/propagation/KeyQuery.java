package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * The cheapest read of one partition of a table, for keys that almost surely do not exist.
 *
 * @param cql selects one key column of one row, by the whole partition key
 * @param keyTypes of the partition key's columns, in its order
 */
record KeyQuery(String cql, List<DataType> keyTypes) {
  /** Random bits that a key needs, so that hardly any key drawn exists. */
  private static final int ENOUGH_BITS = 31;

  KeyQuery {
    keyTypes = List.copyOf(keyTypes);
  }

  /**
   * @throws SourceException if the driver does not know the table, or no keys can be drawn for it
   */
  static KeyQuery of(CqlSession session, TableName name) throws SourceException {
    TableMetadata table =
        KnownCluster.table(session, name)
            .orElseThrow(
                () ->
                    new SourceException(
                        "The driver knows no table "
                            + name
                            + "; check its name, and that advanced.metadata.schema is on and"
                            + " includes its keyspace."));
    List<ColumnMetadata> key = table.getPartitionKey();
    return of(
        name,
        key.stream().map(ColumnMetadata::getName).toList(),
        key.stream().map(ColumnMetadata::getType).toList());
  }

  /**
   * @throws SourceException if no keys can be drawn of these types
   */
  static KeyQuery of(TableName name, List<CqlIdentifier> columns, List<DataType> types)
      throws SourceException {
    int bits = 0;
    for (DataType type : types) {
      if (RandomValues.bits(type) == 0) {
        throw new SourceException(
            "No random keys can be made for "
                + name
                + ", whose partition key has a column of type "
                + type.asCql(true, true)
                + "; take the propagation time from canaries or from another table.");
      }
      bits += RandomValues.bits(type);
    }
    if (bits < ENOUGH_BITS) {
      throw new SourceException(
          "The partition key of "
              + name
              + " has so few values that random keys would exist; take the propagation time from"
              + " canaries or from another table.");
    }
    String where =
        columns.stream()
            .map(column -> column.asCql(true) + " = ?")
            .collect(Collectors.joining(" AND "));
    return new KeyQuery(
        "SELECT "
            + columns.get(0).asCql(true)
            + " FROM "
            + name.toCql()
            + " WHERE "
            + where
            + " LIMIT 1",
        types);
  }

  CompletionStage<PreparedStatement> prepare(CqlSession session) {
    return session.prepareAsync(cql);
  }

  /** Another read of another key. */
  BoundStatement draw(PreparedStatement prepared, RandomGenerator random) {
    BoundStatement bound = prepared.bind();
    for (int i = 0; i < keyTypes.size(); i++) {
      bound = bound.setBytesUnsafe(i, RandomValues.of(keyTypes.get(i), random));
    }
    return bound.setIdempotent(true);
  }
}
