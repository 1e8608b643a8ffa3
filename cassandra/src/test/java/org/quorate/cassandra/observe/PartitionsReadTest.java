package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.jmx.TopPartitions;

final class PartitionsReadTest {
  @Test
  void eachIsDrawnAsOftenAsItIsReadAndNoneForTheOtherReads() {
    PartitionsRead read = read(100, Map.of("a", 30L, "b", 20L));
    assertThat(read.share()).isEqualTo(0.5, within(1e-12));
    assertThat(drawn(read)).isEqualTo(Map.of("a", 30, "b", 20, "", 50));
    assertThat(read.contains(List.of(StandardCharsets.UTF_8.encode("a")))).isTrue();
    assertThat(read.contains(List.of(StandardCharsets.UTF_8.encode("c")))).isFalse();
  }

  @Test
  void replicasThatCountMoreReadsOfPartitionsThanInAllHaveNoOthers() {
    PartitionsRead read = read(10, Map.of("a", 15L, "b", 5L));
    assertThat(read.share()).isEqualTo(1, within(1e-12));
    assertThat(drawn(read)).isEqualTo(Map.of("a", 75, "b", 25));
  }

  @Test
  void withoutReadsNoneIsDrawn() {
    PartitionsRead read = PartitionsRead.of(TopPartitions.NONE, List.of(DataTypes.TEXT));
    assertThat(read.share()).isZero();
    assertThat(read.size()).isZero();
    assertThat(drawn(read)).isEqualTo(Map.of("", 100));
  }

  @Test
  void keysThatCannotBeReadBackAreAmongTheOtherReads() {
    PartitionsRead read =
        PartitionsRead.of(
            new TopPartitions(100, Map.of("7", 40L, "seven", 40L)), List.of(DataTypes.INT));
    assertThat(read.size()).isEqualTo(1);
    assertThat(read.share()).isEqualTo(0.4, within(1e-12));
  }

  private static PartitionsRead read(long reads, Map<String, Long> counts) {
    return PartitionsRead.of(new TopPartitions(reads, counts), List.of(DataTypes.TEXT));
  }

  /** How often each is drawn by 100 numbers that lie evenly between 0 and 1. */
  private static Map<String, Integer> drawn(PartitionsRead read) {
    Map<String, Integer> drawn = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      double at = (i + 0.5) / 100;
      String key =
          read.draw(
                  new RandomGenerator() {
                    @Override
                    public long nextLong() {
                      throw new UnsupportedOperationException();
                    }

                    @Override
                    public double nextDouble() {
                      return at;
                    }
                  })
              .map(values -> text(values.get(0)))
              .orElse("");
      drawn.merge(key, 1, Integer::sum);
    }
    return drawn;
  }

  private static String text(ByteBuffer value) {
    return StandardCharsets.UTF_8.decode(value.duplicate()).toString();
  }
}
