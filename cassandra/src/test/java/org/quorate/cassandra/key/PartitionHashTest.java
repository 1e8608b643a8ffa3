package org.quorate.cassandra.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.detach.AttachmentPoint;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinition;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.session.FakePrepared;

class PartitionHashTest {
  private static final Murmur3TokenFactory DRIVER = new Murmur3TokenFactory();
  private static final long UNKNOWN = org.quorate.cassandra.key.Murmur3Token.UNKNOWN;

  private final SplittableRandom random = new SplittableRandom(20);

  private static long expected(ByteBuffer key) {
    return ((Murmur3Token) DRIVER.hash(key.duplicate())).getValue();
  }

  private ByteBuffer bytes(int length) {
    byte[] made = new byte[length];
    random.nextBytes(made);
    return ByteBuffer.wrap(made);
  }

  @Test
  void theTokenIsThatOfTheDriverForKeysOfAnyLength() {
    for (int length = 1; length <= 100; length++) {
      for (int round = 0; round < 200; round++) {
        ByteBuffer key = bytes(length);
        assertThat(PartitionHash.of(key)).isEqualTo(expected(key));
      }
    }
  }

  @Test
  void whereAKeyLiesInItsBufferAndInWhichOrderBytesAreReadChangesNothing() {
    for (int round = 0; round < 1_000; round++) {
      ByteBuffer key = bytes(1 + random.nextInt(60));
      ByteBuffer within = ByteBuffer.allocateDirect(100).order(ByteOrder.LITTLE_ENDIAN);
      int at = random.nextInt(30);
      within.position(at).put(key.duplicate());
      within.flip().position(at);
      assertThat(PartitionHash.of(within)).isEqualTo(expected(key));
      assertThat(within.position()).isEqualTo(at);
    }
  }

  @Test
  void aKeyOfSeveralColumnsIsHashedAsTheDriverComposesIt() {
    for (int round = 0; round < 5_000; round++) {
      int columns = 2 + random.nextInt(3);
      BoundStatement statement = statement(columns + 1, keyOf(columns));
      for (int i = 0; i <= columns; i++) {
        statement = statement.setBytesUnsafe(i, bytes(random.nextInt(40)));
      }
      assertThat(PartitionHash.of(statement)).isEqualTo(expected(statement.getRoutingKey()));
    }
    BoundStatement longest = statement(2, List.of(0, 1));
    longest = longest.setBytesUnsafe(0, bytes(0xffff)).setBytesUnsafe(1, bytes(300));
    assertThat(PartitionHash.of(longest)).isEqualTo(expected(longest.getRoutingKey()));
  }

  /** In another order than the statement's. */
  private List<Integer> keyOf(int columns) {
    List<Integer> key = new ArrayList<>(IntStream.rangeClosed(1, columns).boxed().toList());
    key.add(0, key.remove(random.nextInt(columns)));
    return key;
  }

  @Test
  void aKeyThatIsNotWholeIsUnknown() {
    BoundStatement two = statement(2, List.of(0, 1)).setBytesUnsafe(0, bytes(4));
    assertThat(PartitionHash.of(two)).as("a column is not set").isEqualTo(UNKNOWN);
    assertThat(PartitionHash.of(two.setBytesUnsafe(1, null))).as("null").isEqualTo(UNKNOWN);
    assertThat(PartitionHash.of(statement(1, List.of(0)))).isEqualTo(UNKNOWN);
    assertThat(PartitionHash.of(statement(1, List.of()))).as("no marker").isEqualTo(UNKNOWN);
    assertThat(PartitionHash.of((ByteBuffer) null)).isEqualTo(UNKNOWN);
    assertThat(PartitionHash.of(ByteBuffer.allocate(0))).isEqualTo(UNKNOWN);
  }

  @Test
  void theRoutingKeyThatAnApplicationSetsIsNotTakenForTheKey() {
    BoundStatement statement = statement(1, List.of(0)).setBytesUnsafe(0, bytes(4));
    assertThat(PartitionHash.of(statement.setRoutingKey(bytes(4))))
        .isEqualTo(PartitionHash.of(statement));
  }

  private static BoundStatement statement(int markers, List<Integer> key) {
    List<ColumnDefinition> columns =
        IntStream.range(0, markers)
            .<ColumnDefinition>mapToObj(
                i ->
                    new DefaultColumnDefinition(
                        new ColumnSpec(
                            "shop",
                            "carts",
                            "c" + i,
                            i,
                            RawType.PRIMITIVES.get(ProtocolConstants.DataType.BLOB)),
                        AttachmentPoint.NONE))
            .toList();
    return FakePrepared.of(
            ByteBuffer.allocate(1),
            "a query",
            columns,
            key,
            null,
            AttachmentPoint.NONE.getCodecRegistry(),
            DefaultProtocolVersion.V5)
        .bind();
  }
}
