package org.quorate.core.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.testing.GoodnessOfFit;

class PermutationTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 16, 17, 1000, 1024, 65_537})
  void meetsEveryElementOnce(int size) {
    Permutation permutation = new Permutation(size);
    BitSet met = new BitSet(size);
    for (int i = 0; i < size; i++) {
      met.set((int) permutation.apply(i));
    }
    assertThat(met.cardinality()).isEqualTo(size);
    assertThat(met.length()).isEqualTo(size);
  }

  /** Where the first tenth goes is spread evenly over ten parts, at alpha 0.001. */
  @Test
  void scattersNeighbours() {
    Permutation permutation = new Permutation(1_000_000);
    long[] parts = new long[10];
    double[] even = new double[10];
    for (int i = 0; i < 100_000; i++) {
      parts[(int) (permutation.apply(i) / 100_000)]++;
    }
    Arrays.fill(even, 0.1);
    assertThat(GoodnessOfFit.chiSquare(parts, even)).isGreaterThan(0.001);
    int neighbours = 0;
    for (int i = 0; i < 1000; i++) {
      if (Math.abs(permutation.apply(i) - permutation.apply(i + 1)) < 1000) {
        neighbours++;
      }
    }
    assertThat(neighbours).isLessThan(10);
  }

  @Test
  void isTheSameEveryTime() {
    assertThat(new Permutation(1000).apply(0)).isEqualTo(new Permutation(1000).apply(0));
  }

  @Test
  void worksForLargeSizes() {
    Permutation permutation = new Permutation(1L << 62);
    assertThat(permutation.apply((1L << 62) - 1)).isBetween(0L, (1L << 62) - 1);
    assertThat(new Permutation((1L << 61) + 1).apply(5)).isBetween(0L, 1L << 61);
  }

  @Test
  void refusesIndicesOutside() {
    assertThatThrownBy(() -> new Permutation(10).apply(10))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new Permutation(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
