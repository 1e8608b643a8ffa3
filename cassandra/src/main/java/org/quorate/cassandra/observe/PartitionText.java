package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.CodecNotFoundException;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Partition keys as servers write them for people ({@code AbstractType.getString}), read back. Of
 * several columns they are joined by colons; a colon in one is written with a backslash before it,
 * and one that ends with a backslash or an exclamation mark gets such a mark more. Columns of types
 * whose text says less than the value, as of some dates, are not read. Stateless.
 */
final class PartitionText {
  private static final Pattern COLON = Pattern.compile("(?<!\\\\):");
  private static final Set<DataType> AS_WRITTEN = Set.of(DataTypes.TEXT, DataTypes.ASCII);
  private static final Set<DataType> AS_LITERAL =
      Set.of(
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.SMALLINT,
          DataTypes.TINYINT,
          DataTypes.VARINT,
          DataTypes.BOOLEAN,
          DataTypes.UUID,
          DataTypes.TIMEUUID);

  private PartitionText() {}

  /**
   * The values of a partition key, encoded.
   *
   * @param types of its columns, at least one
   * @return empty where the text is no such key, or one that cannot be read
   */
  static Optional<List<ByteBuffer>> read(String text, List<DataType> types) {
    if (types.size() == 1) {
      return value(text, types.get(0)).map(List::of);
    }
    String[] parts = COLON.split(text, -1);
    if (parts.length != types.size()) {
      return Optional.empty();
    }
    List<ByteBuffer> values = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      value(plain(parts[i]), types.get(i)).ifPresent(values::add);
    }
    return values.size() == parts.length ? Optional.of(values) : Optional.empty();
  }

  private static String plain(String part) {
    String ended =
        part.endsWith("\\!") || part.endsWith("!!") ? part.substring(0, part.length() - 1) : part;
    return ended.replace("\\:", ":");
  }

  private static Optional<ByteBuffer> value(String text, DataType type) {
    if (AS_WRITTEN.contains(type)) {
      return encoded(text, type, false);
    }
    if (AS_LITERAL.contains(type)) {
      return encoded(text, type, true);
    }
    if (type.equals(DataTypes.BLOB)) {
      return encoded("0x" + text, type, true);
    }
    return type.equals(DataTypes.INET) ? encoded("'" + text + "'", type, true) : Optional.empty();
  }

  private static Optional<ByteBuffer> encoded(String text, DataType type, boolean isLiteral) {
    try {
      TypeCodec<Object> codec = CodecRegistry.DEFAULT.codecFor(type);
      return Optional.ofNullable(
          codec.encode(isLiteral ? codec.parse(text) : text, ProtocolVersion.DEFAULT));
    } catch (IllegalArgumentException | CodecNotFoundException other) {
      return Optional.empty();
    }
  }
}
