package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class PartitionTextTest {
  @Test
  void aKeyOfOneColumnIsReadAsItIsWritten() {
    assertThat(read("ann:b!\\:", DataTypes.TEXT)).containsExactly(text("ann:b!\\:"));
    assertThat(read("-7", DataTypes.INT)).containsExactly(number(-7));
    assertThat(read("0aff", DataTypes.BLOB))
        .containsExactly(ByteBuffer.wrap(new byte[] {10, (byte) 0xff}));
    assertThat(read("10.0.0.5", DataTypes.INET))
        .containsExactly(ByteBuffer.wrap(new byte[] {10, 0, 0, 5}));
    UUID id = new UUID(1, 2);
    assertThat(read(id.toString(), DataTypes.UUID))
        .containsExactly(ByteBuffer.allocate(16).putLong(0, 1).putLong(8, 2));
  }

  @Test
  void aKeyOfSeveralColumnsIsCutAtItsColons() {
    assertThat(read("ann:7", DataTypes.TEXT, DataTypes.INT))
        .containsExactly(text("ann"), number(7));
    assertThat(read("a\\:b:7", DataTypes.TEXT, DataTypes.INT))
        .containsExactly(text("a:b"), number(7));
    assertThat(read("go!!:7", DataTypes.TEXT, DataTypes.INT))
        .containsExactly(text("go!"), number(7));
    assertThat(read("a\\!:7", DataTypes.TEXT, DataTypes.INT))
        .containsExactly(text("a\\"), number(7));
  }

  @Test
  void whatCannotBeReadBackIsLeftOut() {
    assertThat(read("seven", DataTypes.INT)).isEmpty();
    assertThat(read("2026-11-29 09:00Z", DataTypes.TIMESTAMP)).isEmpty();
    assertThat(read("ann", DataTypes.TEXT, DataTypes.INT)).isEmpty();
    assertThat(read("ann:7:8", DataTypes.TEXT, DataTypes.INT)).isEmpty();
    assertThat(read("ann:x", DataTypes.TEXT, DataTypes.INT)).isEmpty();
  }

  private static List<ByteBuffer> read(String text, DataType... types) {
    return PartitionText.read(text, List.of(types)).orElse(List.of());
  }

  private static ByteBuffer text(String value) {
    return ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuffer number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }
}
