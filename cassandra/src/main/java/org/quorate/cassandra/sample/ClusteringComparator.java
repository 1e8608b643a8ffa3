package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The order in which a server keeps the rows of a partition, by the values of their clustering
 * columns as they are sent. Stateless.
 */
final class ClusteringComparator {
  private static final Comparator<ByteBuffer> BYTES =
      (a, b) -> {
        int differs = a.mismatch(b);
        return differs < 0 || differs == Math.min(a.remaining(), b.remaining())
            ? Integer.compare(a.remaining(), b.remaining())
            : Integer.compare(unsigned(a, differs), unsigned(b, differs));
      };

  /** Types that are compared byte by byte without signs. */
  private static final List<DataType> UNSIGNED =
      List.of(
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB,
          DataTypes.INET,
          DataTypes.BOOLEAN,
          DataTypes.DATE,
          DataTypes.TIME);

  /** Types whose first byte has a sign and whose length is fixed. */
  private static final List<DataType> SIGNED =
      List.of(
          DataTypes.TINYINT,
          DataTypes.SMALLINT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.TIMESTAMP);

  private ClusteringComparator() {}

  /**
   * The order of a table's rows in a read.
   *
   * @param reversed whether the read asks for the table's order backwards
   * @return empty where a column has a type whose order is not known here: tuples, collections and
   *     types of users
   */
  static Optional<Comparator<List<ByteBuffer>>> of(
      Map<ColumnMetadata, ClusteringOrder> clustering, boolean reversed) {
    List<Comparator<ByteBuffer>> columns = new ArrayList<>();
    for (Map.Entry<ColumnMetadata, ClusteringOrder> column : clustering.entrySet()) {
      Optional<Comparator<ByteBuffer>> order = ofType(column.getKey().getType());
      if (order.isEmpty()) {
        return Optional.empty();
      }
      boolean backwards = (column.getValue() == ClusteringOrder.DESC) != reversed;
      // The table's order turns round empty values too.
      columns.add(backwards ? order.get().reversed() : order.get());
    }
    return Optional.of((a, b) -> compare(columns, a, b));
  }

  private static int compare(
      List<Comparator<ByteBuffer>> columns, List<ByteBuffer> a, List<ByteBuffer> b) {
    for (int i = 0; i < columns.size(); i++) {
      int order = columns.get(i).compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The order of values of a type; empty ones come first. */
  static Optional<Comparator<ByteBuffer>> ofType(DataType type) {
    return notEmpty(type)
        .map(
            order ->
                (a, b) ->
                    a.hasRemaining() && b.hasRemaining()
                        ? order.compare(a, b)
                        : Integer.compare(a.remaining(), b.remaining()));
  }

  private static Optional<Comparator<ByteBuffer>> notEmpty(DataType type) {
    if (UNSIGNED.contains(type)) {
      return Optional.of(BYTES);
    }
    if (SIGNED.contains(type)) {
      return Optional.of(
          Comparator.<ByteBuffer>comparingInt(value -> value.get(value.position()))
              .thenComparing(BYTES));
    }
    if (type.equals(DataTypes.VARINT)) {
      return Optional.of(byValue(TypeCodecs.VARINT));
    }
    if (type.equals(DataTypes.DECIMAL)) {
      return Optional.of(byValue(TypeCodecs.DECIMAL));
    }
    if (type.equals(DataTypes.DOUBLE)) {
      return Optional.of(byValue(TypeCodecs.DOUBLE));
    }
    if (type.equals(DataTypes.FLOAT)) {
      return Optional.of(byValue(TypeCodecs.FLOAT));
    }
    if (type.equals(DataTypes.TIMEUUID)) {
      return Optional.of(ClusteringComparator::timeUuids);
    }
    return type.equals(DataTypes.UUID)
        ? Optional.of(ClusteringComparator::uuids)
        : Optional.empty();
  }

  private static <ValueT extends Comparable<ValueT>> Comparator<ByteBuffer> byValue(
      TypeCodec<ValueT> codec) {
    return Comparator.comparing(
        value -> Objects.requireNonNull(codec.decode(value.duplicate(), ProtocolVersion.DEFAULT)));
  }

  /** By their time; those of one moment byte by byte with signs. */
  private static int timeUuids(ByteBuffer a, ByteBuffer b) {
    UUID first = uuid(a);
    UUID second = uuid(b);
    int order = Long.compare(first.timestamp(), second.timestamp());
    for (int i = 8; i < 16 && order == 0; i++) {
      order = Byte.compare(a.get(a.position() + i), b.get(b.position() + i));
    }
    return order;
  }

  /** By their version, those of version 1 by their time, and byte by byte without signs. */
  private static int uuids(ByteBuffer a, ByteBuffer b) {
    UUID first = uuid(a);
    UUID second = uuid(b);
    int order = Integer.compare(first.version(), second.version());
    if (order == 0 && first.version() == 1) {
      order = Long.compare(first.timestamp(), second.timestamp());
    }
    return order == 0 ? BYTES.compare(a, b) : order;
  }

  private static UUID uuid(ByteBuffer value) {
    return new UUID(value.getLong(value.position()), value.getLong(value.position() + 8));
  }

  private static int unsigned(ByteBuffer value, int index) {
    return Byte.toUnsignedInt(value.get(value.position() + index));
  }
}
