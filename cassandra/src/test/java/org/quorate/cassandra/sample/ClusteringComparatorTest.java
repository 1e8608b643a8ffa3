package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClusteringComparatorTest {
  private static <ValueT> Arguments rising(
      DataType type, TypeCodec<ValueT> codec, List<ValueT> values) {
    return Arguments.of(
        type, values.stream().map(value -> codec.encode(value, ProtocolVersion.DEFAULT)).toList());
  }

  static Stream<Arguments> valuesInTheServersOrder() {
    return Stream.of(
        rising(DataTypes.INT, TypeCodecs.INT, List.of(Integer.MIN_VALUE, -300, -1, 0, 1, 300)),
        rising(DataTypes.BIGINT, TypeCodecs.BIGINT, List.of(Long.MIN_VALUE, -1L, 0L, 1L << 40)),
        rising(DataTypes.TINYINT, TypeCodecs.TINYINT, List.of((byte) -128, (byte) 0, (byte) 127)),
        rising(
            DataTypes.TIMESTAMP,
            TypeCodecs.TIMESTAMP,
            List.of(Instant.parse("1960-01-01T00:00:00Z"), Instant.EPOCH, Instant.now())),
        rising(
            DataTypes.DATE,
            TypeCodecs.DATE,
            List.of(LocalDate.of(-5, 1, 1), LocalDate.of(1969, 12, 31), LocalDate.of(2026, 1, 1))),
        rising(DataTypes.TEXT, TypeCodecs.TEXT, List.of("", "B", "a", "ab", "b", "é", "\uFFFD")),
        rising(DataTypes.BOOLEAN, TypeCodecs.BOOLEAN, List.of(false, true)),
        rising(DataTypes.DOUBLE, TypeCodecs.DOUBLE, List.of(-3.5, -0.0, 0.0, 1e9, Double.NaN)),
        rising(DataTypes.FLOAT, TypeCodecs.FLOAT, List.of(-3.5f, 0f, 2f)),
        rising(
            DataTypes.VARINT,
            TypeCodecs.VARINT,
            List.of(BigInteger.valueOf(-70000), BigInteger.valueOf(-1), BigInteger.valueOf(300))),
        rising(
            DataTypes.DECIMAL,
            TypeCodecs.DECIMAL,
            List.of(new BigDecimal("-1.5"), new BigDecimal("0.25"), new BigDecimal("10"))),
        rising(
            DataTypes.TIMEUUID,
            TypeCodecs.TIMEUUID,
            List.of(
                UUID.fromString("ffffffff-0000-1000-8000-000000000000"),
                UUID.fromString("00000000-0001-1000-8080-000000000000"),
                UUID.fromString("00000000-0001-1000-8000-000000000000"),
                UUID.fromString("00000000-0000-1001-8000-000000000000"))),
        rising(
            DataTypes.UUID,
            TypeCodecs.UUID,
            List.of(
                UUID.fromString("ffffffff-0000-1000-8000-000000000000"),
                UUID.fromString("00000000-0001-1000-8000-000000000000"),
                UUID.fromString("00000000-0001-1000-8080-000000000000"),
                UUID.fromString("0f000000-0000-4000-8000-000000000000"),
                UUID.fromString("f0000000-0000-4000-8000-000000000000"))));
  }

  @ParameterizedTest
  @MethodSource("valuesInTheServersOrder")
  void valuesAreInTheServersOrder(DataType type, List<ByteBuffer> rising) {
    Comparator<ByteBuffer> order = ClusteringComparator.ofType(type).orElseThrow();
    List<ByteBuffer> shuffled = new ArrayList<>(rising);
    Collections.shuffle(shuffled, new Random(5));
    shuffled.sort(order);
    assertThat(shuffled).containsExactlyElementsOf(rising);
  }

  @Test
  void theOrderOfOtherTypesIsNotKnown() {
    for (DataType type :
        List.of(
            DataTypes.tupleOf(DataTypes.INT),
            DataTypes.frozenListOf(DataTypes.INT),
            DataTypes.custom("a.B"))) {
      assertThat(ClusteringComparator.ofType(type)).isEmpty();
    }
  }
}
