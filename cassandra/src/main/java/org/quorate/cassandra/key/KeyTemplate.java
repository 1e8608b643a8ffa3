package org.quorate.cassandra.key;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.KeyReader;
import org.quorate.cassandra.statement.KeyValue;

/**
 * Where a statement has the columns of its partition key: among its values, or in its text.
 * Immutable; to look a key up allocates it.
 *
 * @param columns in the key's order
 */
public record KeyTemplate(List<Column> columns) {
  /**
   * Types whose literals have one meaning, whatever the server's version and time zone; values of
   * others are looked up where they are bound.
   */
  private static final Set<DataType> PLAIN =
      Set.of(
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB,
          DataTypes.BOOLEAN,
          DataTypes.TINYINT,
          DataTypes.SMALLINT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.VARINT,
          DataTypes.UUID,
          DataTypes.TIMEUUID);

  private static final int LONGEST_COLUMN = 0xffff;

  /** One column of a key. */
  public record Column(KeyValue value, DataType type) {}

  /** Immutable. */
  public KeyTemplate {
    columns = List.copyOf(columns);
  }

  /**
   * The template of a statement.
   *
   * @param names of the partition key's columns, as the server keeps them
   * @param types of these
   * @return null where its text does not say that each is equal to one value
   */
  public static @Nullable KeyTemplate of(String query, List<String> names, List<DataType> types) {
    List<KeyValue> values = KeyReader.read(query, names).orElse(null);
    return values == null
        ? null
        : new KeyTemplate(
            IntStream.range(0, names.size())
                .mapToObj(i -> new Column(values.get(i), types.get(i)))
                .toList());
  }

  /** The hash of a bound statement's key, or {@link Murmur3Token#UNKNOWN}. */
  public long hash(BoundStatement statement) {
    return hash(
        statement.codecRegistry(),
        statement.protocolVersion(),
        marker ->
            marker.index() < statement.size() && statement.isSet(marker.index())
                ? statement.getBytesUnsafe(marker.index())
                : null);
  }

  /**
   * The hash of the key of a statement that is not prepared, or {@link Murmur3Token#UNKNOWN}. Its
   * values are encoded as the driver will.
   */
  public long hash(SimpleStatement statement, DriverContext context) {
    CodecRegistry codecs = context.getCodecRegistry();
    ProtocolVersion protocol = context.getProtocolVersion();
    return hash(
        codecs,
        protocol,
        marker -> {
          Object value = value(statement, marker);
          return value == null ? null : codecs.codecFor(value).encode(value, protocol);
        });
  }

  private static @Nullable Object value(SimpleStatement statement, KeyValue.Marker marker) {
    List<Object> positional = statement.getPositionalValues();
    return marker.name().isEmpty()
        ? marker.index() < positional.size() ? positional.get(marker.index()) : null
        : statement.getNamedValues().get(CqlIdentifier.fromInternal(marker.name()));
  }

  private long hash(
      CodecRegistry codecs,
      ProtocolVersion protocol,
      Function<KeyValue.Marker, @Nullable ByteBuffer> bound) {
    ByteBuffer[] values = new ByteBuffer[columns.size()];
    int length = 0;
    for (int i = 0; i < values.length; i++) {
      Column column = columns.get(i);
      ByteBuffer value;
      try {
        value =
            column.value() instanceof KeyValue.Marker marker
                ? bound.apply(marker)
                : literal(column, codecs, protocol);
      } catch (RuntimeException e) {
        // What cannot be encoded here the driver or the server will refuse.
        return Murmur3Token.UNKNOWN;
      }
      if (value == null || value.remaining() > LONGEST_COLUMN) {
        return Murmur3Token.UNKNOWN;
      }
      values[i] = value;
      length += value.remaining() + 3;
    }
    return PartitionHash.of(values.length == 1 ? values[0] : composed(values, length));
  }

  private static @Nullable ByteBuffer literal(
      Column column, CodecRegistry codecs, ProtocolVersion protocol) {
    if (!PLAIN.contains(column.type()) || !(column.value() instanceof KeyValue.Literal literal)) {
      return null;
    }
    TypeCodec<Object> codec = codecs.codecFor(column.type());
    Object value = codec.parse(literal.text());
    return value == null ? null : codec.encode(value, protocol);
  }

  private static ByteBuffer composed(ByteBuffer[] values, int length) {
    ByteBuffer key = ByteBuffer.allocate(length);
    for (ByteBuffer value : values) {
      key.putShort((short) value.remaining()).put(value.duplicate()).put((byte) 0);
    }
    return key.flip();
  }
}
