package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.quorate.cassandra.statement.StatementShape;
import org.quorate.cassandra.table.TableName;

/** The reads of timestamps that make pairs. Stateless. */
public final class TimestampQuery {
  private TimestampQuery() {}

  /**
   * Timestamps of every column that has one of its own, of one row.
   *
   * @param restriction from {@code WHERE} on, to the whole primary key, with bind markers
   * @return empty where no column has a timestamp of its own
   */
  public static Optional<PairQuery> ofRow(TableName name, TableMetadata table, String restriction) {
    // There is one row at most, so that any order will do.
    return of(name, table, restriction, List.of())
        .map(columns -> columns.query(Comparator.comparingInt(List::size), false));
  }

  /**
   * The same of the rows of a slice of one partition, with their clustering columns.
   *
   * @return empty where no column has a timestamp of its own, or the order of the rows is not known
   *     here
   */
  public static Optional<PairQuery> ofSlice(
      TableName name, TableMetadata table, StatementShape.Read read) {
    Map<ColumnMetadata, ClusteringOrder> clustering = table.getClusteringColumns();
    return of(name, table, read.restriction(), clustering.keySet())
        .flatMap(
            columns ->
                ClusteringComparator.of(clustering, isReversed(clustering, read))
                    .map(order -> columns.query(order, read.limited())));
  }

  /** The server knows the table's order and that one backwards only, so the first column tells. */
  private static boolean isReversed(
      Map<ColumnMetadata, ClusteringOrder> clustering, StatementShape.Read read) {
    return read.ordering().stream()
        .anyMatch(
            ordering ->
                clustering.entrySet().stream()
                    .anyMatch(
                        column ->
                            column.getKey().getName().asInternal().equals(ordering.column())
                                && (column.getValue() == ClusteringOrder.DESC)
                                    != ordering.descending()));
  }

  /** Names, as CQL has them, of the columns that have a timestamp of their own. */
  public static List<String> stampedColumns(TableMetadata table) {
    return names(stamped(table).stream());
  }

  private static Optional<Columns> of(
      TableName name, TableMetadata table, String restriction, Collection<ColumnMetadata> keys) {
    List<ColumnMetadata> stamped = stamped(table);
    List<String> statics = names(stamped.stream().filter(ColumnMetadata::isStatic));
    List<String> others = names(stamped.stream().filter(column -> !column.isStatic()));
    return stamped.isEmpty()
        ? Optional.empty()
        : Optional.of(new Columns(name, restriction, names(keys.stream()), statics, others));
  }

  private static List<String> names(Stream<ColumnMetadata> columns) {
    return columns.map(column -> column.getName().asCql(true)).toList();
  }

  /** What is selected. */
  private record Columns(
      TableName table,
      String restriction,
      List<String> keys,
      List<String> statics,
      List<String> others) {
    PairQuery query(Comparator<List<ByteBuffer>> order, boolean limited) {
      List<String> cells = Stream.concat(statics.stream(), others.stream()).toList();
      List<String> selected =
          Stream.of(
                  keys.stream(),
                  cells.stream().map(column -> "WRITETIME(" + column + ")"),
                  cells.stream().map(column -> "TTL(" + column + ")"))
              .flatMap(each -> each)
              .toList();
      return new PairQuery(
          "SELECT " + String.join(", ", selected) + " FROM " + table.toCql() + " " + restriction,
          keys.size(),
          statics.size(),
          others.size(),
          order,
          limited);
    }
  }

  /**
   * Columns that have a timestamp of their own: no keys, and no collections that are not frozen.
   */
  private static List<ColumnMetadata> stamped(TableMetadata table) {
    Set<ColumnMetadata> key = new HashSet<>(table.getPrimaryKey());
    return table.getColumns().values().stream()
        .filter(column -> !key.contains(column) && isStamped(column.getType()))
        .toList();
  }

  private static boolean isStamped(DataType type) {
    return !(type instanceof ListType list && !list.isFrozen())
        && !(type instanceof SetType set && !set.isFrozen())
        && !(type instanceof MapType map && !map.isFrozen())
        && !(type instanceof UserDefinedType own && !own.isFrozen());
  }
}
