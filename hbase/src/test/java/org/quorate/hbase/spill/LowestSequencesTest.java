package org.quorate.hbase.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LowestSequencesTest {
  @ParameterizedTest
  @CsvSource({"1, 100", "7, 5", "7, 7", "7, 8", "300, 1000", "1000, 999", "5000, 20000"})
  void theLowestAreKeptInOrderWithTheirPlaces(int most, int offered) {
    Random random = new Random(3);
    LowestSequences lowest = new LowestSequences(most);
    for (int round = 0; round < 3; round++) {
      lowest.clear();
      List<Long> all = new ArrayList<>();
      for (int i = 0; i < offered; i++) {
        long sequence = random.nextInt(10 * offered);
        all.add(sequence);
        lowest.offer(sequence, (int) sequence / 3, 7 * sequence);
      }
      lowest.sort();
      List<Long> kept = new ArrayList<>();
      for (int at = 0; at < lowest.size(); at++) {
        long sequence = lowest.sequence(at);
        kept.add(sequence);
        assertThat(lowest.segment(at)).isEqualTo((int) sequence / 3);
        assertThat(lowest.position(at)).isEqualTo(7 * sequence);
      }
      assertThat(kept).isEqualTo(all.stream().sorted().limit(most).toList());
      assertThat(lowest.isFull()).isEqualTo(offered >= most);
    }
  }

  @Test
  void noneAreFine() {
    LowestSequences lowest = new LowestSequences(3);
    lowest.sort();
    assertThat(lowest.size()).isZero();
    assertThat(lowest.isFull()).isFalse();
  }
}
