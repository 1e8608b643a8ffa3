package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Random values of any type that a partition key can have, as the server stores them, drawn so that
 * real data hardly ever has them: texts with a prefix, negative integers, addresses reserved for
 * documentation (RFC 3849).
 */
final class RandomValues {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private static final Map<DataType, Scalar> SCALARS =
      Map.ofEntries(
          Map.entry(DataTypes.TEXT, new Scalar(64, RandomValues::text)),
          Map.entry(DataTypes.ASCII, new Scalar(64, RandomValues::text)),
          Map.entry(DataTypes.BLOB, new Scalar(128, random -> bytes(random, 16))),
          Map.entry(DataTypes.UUID, new Scalar(122, random -> uuid(random, 4))),
          Map.entry(DataTypes.TIMEUUID, new Scalar(122, random -> uuid(random, 1))),
          Map.entry(DataTypes.INT, new Scalar(31, random -> negative(random, 4))),
          Map.entry(DataTypes.BIGINT, new Scalar(63, random -> negative(random, 8))),
          Map.entry(DataTypes.SMALLINT, new Scalar(15, random -> negative(random, 2))),
          Map.entry(DataTypes.TINYINT, new Scalar(7, random -> negative(random, 1))),
          Map.entry(DataTypes.VARINT, new Scalar(63, random -> negative(random, 8))),
          Map.entry(DataTypes.TIMESTAMP, new Scalar(63, random -> negative(random, 8))),
          Map.entry(DataTypes.DOUBLE, new Scalar(64, random -> bytes(random, 8))),
          Map.entry(DataTypes.FLOAT, new Scalar(32, random -> bytes(random, 4))),
          Map.entry(DataTypes.DATE, new Scalar(32, random -> bytes(random, 4))),
          Map.entry(DataTypes.TIME, new Scalar(46, RandomValues::time)),
          Map.entry(DataTypes.DECIMAL, new Scalar(63, RandomValues::decimal)),
          Map.entry(DataTypes.INET, new Scalar(96, RandomValues::address)),
          Map.entry(DataTypes.BOOLEAN, new Scalar(1, RandomValues::truth)));

  /**
   * @param bits how many random ones a value has
   */
  private record Scalar(int bits, Function<RandomGenerator, ByteBuffer> maker) {}

  private RandomValues() {}

  /** How many random bits a value of the type has, or 0 where none can be made. */
  static int bits(DataType type) {
    Scalar scalar = SCALARS.get(type);
    if (scalar != null) {
      return scalar.bits();
    }
    List<DataType> parts = parts(type);
    if (parts == null || parts.stream().anyMatch(part -> bits(part) == 0)) {
      return 0;
    }
    return parts.stream().mapToInt(RandomValues::bits).sum();
  }

  /**
   * @param type one that has {@link #bits}
   */
  static ByteBuffer of(DataType type, RandomGenerator random) {
    Scalar scalar = SCALARS.get(type);
    if (scalar != null) {
      return scalar.maker().apply(random);
    }
    List<DataType> parts = parts(type);
    if (parts == null) {
      throw new IllegalArgumentException("No value of type " + type.asCql(true, true) + ".");
    }
    List<ByteBuffer> values = new ArrayList<>();
    boolean counted = !(type instanceof TupleType || type instanceof UserDefinedType);
    int size = counted ? Integer.BYTES : 0;
    for (DataType part : parts) {
      ByteBuffer value = of(part, random);
      values.add(value);
      size += Integer.BYTES + value.remaining();
    }
    ByteBuffer whole = ByteBuffer.allocate(size);
    if (counted) {
      whole.putInt(1);
    }
    for (ByteBuffer value : values) {
      whole.putInt(value.remaining()).put(value);
    }
    return whole.flip();
  }

  /** Collections get one element; null where the type is none that has parts. */
  private static @Nullable List<DataType> parts(DataType type) {
    if (type instanceof ListType list) {
      return List.of(list.getElementType());
    }
    if (type instanceof SetType set) {
      return List.of(set.getElementType());
    }
    if (type instanceof MapType map) {
      return List.of(map.getKeyType(), map.getValueType());
    }
    if (type instanceof TupleType tuple) {
      return tuple.getComponentTypes();
    }
    return type instanceof UserDefinedType defined ? defined.getFieldTypes() : null;
  }

  private static ByteBuffer bytes(RandomGenerator random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static ByteBuffer negative(RandomGenerator random, int count) {
    ByteBuffer value = bytes(random, count);
    return value.put(0, (byte) (value.get(0) | 0x80));
  }

  private static ByteBuffer text(RandomGenerator random) {
    return ByteBuffer.wrap(
        String.format("quorate-%016x", random.nextLong()).getBytes(StandardCharsets.US_ASCII));
  }

  private static ByteBuffer uuid(RandomGenerator random, int version) {
    ByteBuffer value = bytes(random, 16);
    value.put(6, (byte) ((value.get(6) & 0x0f) | (version << 4)));
    return value.put(8, (byte) ((value.get(8) & 0x3f) | 0x80));
  }

  private static ByteBuffer time(RandomGenerator random) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, random.nextLong(NANOS_PER_DAY));
  }

  private static ByteBuffer decimal(RandomGenerator random) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
        .putInt(0)
        .putLong(random.nextLong() | Long.MIN_VALUE)
        .flip();
  }

  private static ByteBuffer address(RandomGenerator random) {
    return bytes(random, 16).putInt(0, 0x20010db8);
  }

  private static ByteBuffer truth(RandomGenerator random) {
    return ByteBuffer.wrap(new byte[] {(byte) (random.nextBoolean() ? 1 : 0)});
  }
}
