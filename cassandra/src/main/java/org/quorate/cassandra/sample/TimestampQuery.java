package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.quorate.cassandra.table.TableName;

/** The read of a row's timestamps. Stateless. */
public final class TimestampQuery {
  private TimestampQuery() {}

  /**
   * Timestamps of every column that has one of its own; the key itself where there is none.
   *
   * @param restriction from {@code WHERE} on, with bind markers
   */
  public static String of(TableName name, TableMetadata table, String restriction) {
    List<String> stamps =
        stamped(table).stream()
            .map(column -> "WRITETIME(" + column.getName().asCql(true) + ")")
            .toList();
    String selected =
        stamps.isEmpty()
            ? table.getPartitionKey().get(0).getName().asCql(true)
            : String.join(", ", stamps);
    return "SELECT " + selected + " FROM " + name.toCql() + " " + restriction;
  }

  /**
   * Columns that have a timestamp of their own: no keys, and no collections that are not frozen.
   */
  public static List<ColumnMetadata> stamped(TableMetadata table) {
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
