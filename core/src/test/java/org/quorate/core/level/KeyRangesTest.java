package org.quorate.core.level;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyRangesTest {
  /** 2,000 random sets of up to six ranges with small numbers and the ring's ends; seed 4. */
  @Test
  void aUnionHasTheTokensOfItsRangesAndItsRangesDoNotMeet() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 2_000; i++) {
      List<KeyRange> ranges = new ArrayList<>();
      for (int j = random.nextInt(7); j > 0; j--) {
        ranges.add(new KeyRange(token(random), token(random)));
      }
      List<KeyRange> union = KeyRanges.union(ranges);
      for (int j = 0; j < 40; j++) {
        long token = token(random);
        assertThat(union.stream().filter(range -> range.contains(token)).count())
            .as("%d in %s", token, ranges)
            .isEqualTo(ranges.stream().anyMatch(range -> range.contains(token)) ? 1 : 0);
      }
      for (int j = 1; j < union.size(); j++) {
        assertThat(union.get(j).after()).isGreaterThan(union.get(j - 1).last());
      }
    }
  }

  private static long token(SplittableRandom random) {
    long near = random.nextInt(12);
    return switch (random.nextInt(3)) {
      case 0 -> Long.MIN_VALUE + near;
      case 1 -> Long.MAX_VALUE - near;
      default -> near;
    };
  }
}
