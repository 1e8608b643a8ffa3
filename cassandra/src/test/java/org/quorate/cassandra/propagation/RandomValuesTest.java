package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

class RandomValuesTest {
  private static final TableName TABLE = new TableName("shop", "Carts");

  static List<DataType> types() {
    return List.of(
        DataTypes.TEXT,
        DataTypes.ASCII,
        DataTypes.BLOB,
        DataTypes.UUID,
        DataTypes.TIMEUUID,
        DataTypes.TINYINT,
        DataTypes.SMALLINT,
        DataTypes.INT,
        DataTypes.BIGINT,
        DataTypes.VARINT,
        DataTypes.DECIMAL,
        DataTypes.FLOAT,
        DataTypes.DOUBLE,
        DataTypes.BOOLEAN,
        DataTypes.DATE,
        DataTypes.TIME,
        DataTypes.TIMESTAMP,
        DataTypes.INET,
        DataTypes.frozenListOf(DataTypes.INT),
        DataTypes.frozenSetOf(DataTypes.TEXT),
        DataTypes.frozenMapOf(DataTypes.TEXT, DataTypes.BIGINT),
        DataTypes.tupleOf(DataTypes.INT, DataTypes.frozenListOf(DataTypes.UUID)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void theDriverReadsThemAndWritesTheSameBytes(DataType type) {
    SplittableRandom random = new SplittableRandom(1);
    TypeCodec<Object> codec = CodecRegistry.DEFAULT.codecFor(type);
    assertThat(RandomValues.bits(type)).isPositive();
    for (int i = 0; i < 100; i++) {
      ByteBuffer bytes = RandomValues.of(type, random);
      Object value = codec.decode(bytes.duplicate(), ProtocolVersion.V5);
      assertThat(value).isNotNull();
      ByteBuffer again = codec.encode(value, ProtocolVersion.V5);
      if (type.equals(DataTypes.TIMESTAMP) || type.equals(DataTypes.VARINT)) {
        assertThat(codec.decode(again, ProtocolVersion.V5)).isEqualTo(value);
      } else if (!type.equals(DataTypes.FLOAT) && !type.equals(DataTypes.DOUBLE)) {
        // Not every not-a-number keeps its bits.
        assertThat(again).isEqualTo(bytes);
      }
    }
  }

  @Test
  void uuidsHaveTheirVersion() {
    ByteBuffer random = RandomValues.of(DataTypes.UUID, new SplittableRandom(2));
    ByteBuffer time = RandomValues.of(DataTypes.TIMEUUID, new SplittableRandom(2));
    assertThat(new UUID(random.getLong(), random.getLong()).version()).isEqualTo(4);
    assertThat(new UUID(time.getLong(0), time.getLong(8)))
        .matches(uuid -> uuid.version() == 1 && uuid.variant() == 2);
  }

  @Test
  void aKeyIsAskedForByAllItsColumns() throws Exception {
    KeyQuery query =
        KeyQuery.of(
            TABLE,
            List.of(CqlIdentifier.fromInternal("user"), CqlIdentifier.fromInternal("Day")),
            List.of(DataTypes.TEXT, DataTypes.DATE));
    assertThat(query.cql())
        .isEqualTo("SELECT user FROM shop.\"Carts\" WHERE user = ? AND \"Day\" = ? LIMIT 1");
  }

  @Test
  void keysThatCannotBeMadeAreRefused() {
    assertThatThrownBy(() -> query(DataTypes.custom("com.acme.Point")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("com.acme.Point");
    assertThatThrownBy(() -> query(DataTypes.frozenListOf(DataTypes.vectorOf(DataTypes.FLOAT, 3))))
        .isInstanceOf(SourceException.class);
  }

  @Test
  void keysThatWouldExistAreRefused() throws Exception {
    assertThatThrownBy(() -> query(DataTypes.SMALLINT))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("few values");
    assertThat(query(DataTypes.INT).keyTypes()).containsExactly(DataTypes.INT);
  }

  private static KeyQuery query(DataType type) throws SourceException {
    return KeyQuery.of(TABLE, List.of(CqlIdentifier.fromInternal("id")), List.of(type));
  }
}
