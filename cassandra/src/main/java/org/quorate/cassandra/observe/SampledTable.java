package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.sample.PairQuery;
import org.quorate.cassandra.sample.TimestampQuery;
import org.quorate.cassandra.table.TableName;

/**
 * How the keys of a table are sampled, and its rows' timestamps read. Immutable.
 *
 * @param table its name
 * @param keys a query without bind markers but for the first token and the number of rows, which
 *     {@link #keysFrom} puts in: one row of each partition, by token, with its primary key and then
 *     the timestamps of its columns
 * @param keyColumns columns of the primary key
 * @param pair a query by the whole primary key, in its order
 * @param firstRow the same as {@code keys}, of the first row of one partition, by its key
 * @param partitionKey types of the columns of that key
 */
record SampledTable(
    TableName table,
    String keys,
    int keyColumns,
    PairQuery pair,
    String firstRow,
    List<DataType> partitionKey) {
  /** More timestamps make a row no younger, as a rule, and the answers longer. */
  private static final int MOST_TIMESTAMPS = 8;

  private static final String MURMUR3 = "Murmur3Partitioner";

  /**
   * @throws SourceException if rows of this table cannot be compared by their timestamps
   */
  static SampledTable of(CqlSession session, TableName name) throws SourceException {
    String partitioner =
        session.getMetadata().getTokenMap().map(TokenMap::getPartitionerName).orElse("");
    if (!partitioner.endsWith(MURMUR3)) {
      throw new SourceException(
          "Rows cannot be compared: the cluster's partitioner is not Murmur3Partitioner, or the"
              + " driver does not know the token map.");
    }
    TableMetadata table =
        KnownCluster.table(session, name)
            .orElseThrow(() -> new SourceException("The driver knows no table " + name + "."));
    return of(name, table);
  }

  /**
   * @throws SourceException if no column has a timestamp of its own, or the table has counters
   */
  static SampledTable of(TableName name, TableMetadata table) throws SourceException {
    boolean counts = hasCounters(table);
    List<String> key =
        table.getPrimaryKey().stream().map(column -> column.getName().asCql(true)).toList();
    Optional<PairQuery> pair =
        TimestampQuery.ofRow(
            name,
            table,
            key.stream()
                .map(column -> column + " = ?")
                .collect(Collectors.joining(" AND ", "WHERE ", "")));
    if (counts || pair.isEmpty()) {
      throw new SourceException(
          "Rows of "
              + name
              + " are not compared, because it has "
              + (counts ? "counters." : "no column with a timestamp of its own."));
    }
    List<ColumnMetadata> partition = table.getPartitionKey();
    String select =
        "SELECT "
            + String.join(", ", key)
            + TimestampQuery.stampedColumns(table).stream()
                .limit(MOST_TIMESTAMPS)
                .map(column -> ", WRITETIME(" + column + ")")
                .collect(Collectors.joining())
            + " FROM "
            + name.toCql()
            + " WHERE ";
    return new SampledTable(
        name,
        select + names(partition, "", ", ", "token(", ") >= "),
        key.size(),
        pair.get(),
        select + names(partition, " = ?", " AND ", "", " LIMIT 1"),
        partition.stream().map(ColumnMetadata::getType).toList());
  }

  private static String names(
      List<ColumnMetadata> columns, String each, String between, String before, String after) {
    return columns.stream()
        .map(column -> column.getName().asCql(true) + each)
        .collect(Collectors.joining(between, before, after));
  }

  /** Whether it has counters, which have no timestamps that could be compared. */
  static boolean hasCounters(TableMetadata table) {
    return table.getColumns().values().stream()
        .anyMatch(column -> column.getType().equals(DataTypes.COUNTER));
  }

  /** The primary keys of so many rows, each of another partition, from a token on. */
  String keysFrom(long token, int rows) {
    return keys + token + " PER PARTITION LIMIT 1 LIMIT " + rows;
  }
}
