package org.quorate.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PrimaryRangesTest {
  private static final BigInteger RING = BigInteger.valueOf(100);

  @Test
  void aRangeRunsFromThePreviousTokenToItsOwn() {
    assertThat(PrimaryRanges.lengths(Map.of("a", tokens(10), "b", tokens(30)), RING))
        .containsOnly(
            Map.entry("a", BigInteger.valueOf(80)), Map.entry("b", BigInteger.valueOf(20)));
  }

  @Test
  void theRangesOfSeveralTokensAreAddedUp() {
    assertThat(PrimaryRanges.lengths(Map.of("a", tokens(-40, 10), "b", tokens(20, -10)), RING))
        .containsOnly(
            Map.entry("a", BigInteger.valueOf(60)), Map.entry("b", BigInteger.valueOf(40)));
  }

  @Test
  void aSingleTokenOwnsTheRing() {
    assertThat(PrimaryRanges.lengths(Map.of("a", tokens(-7)), RING))
        .containsOnly(Map.entry("a", RING));
    assertThat(PrimaryRanges.lengths(Map.<String, List<BigInteger>>of(), RING)).isEmpty();
    assertThat(PrimaryRanges.lengths(Map.of("a", tokens(3), "b", tokens()), RING))
        .containsOnly(Map.entry("a", RING), Map.entry("b", BigInteger.ZERO));
  }

  @Test
  void aTokenOfTwoNodesIsRefused() {
    assertThatThrownBy(() -> PrimaryRanges.lengths(Map.of("a", tokens(3), "b", tokens(3)), RING))
        .hasMessage("Two nodes have the token 3.");
  }

  @Test
  void largerIsWhatIsMoreThanOnePerCentAboveTheMean() {
    assertThat(PrimaryRanges.largerThanMean(lengths(200, 100, 200, 100)))
        .containsExactlyInAnyOrder("0", "2");
    assertThat(PrimaryRanges.largerThanMean(lengths(200, 200, 200, 200, 200, 100))).hasSize(5);
    assertThat(PrimaryRanges.largerThanMean(lengths(101, 99))).isEmpty();
    assertThat(PrimaryRanges.largerThanMean(lengths(102, 98))).containsExactly("0");
    assertThat(PrimaryRanges.largerThanMean(lengths(100))).isEmpty();
    assertThat(PrimaryRanges.largerThanMean(lengths())).isEmpty();
  }

  private static List<BigInteger> tokens(long... tokens) {
    return LongStream.of(tokens).mapToObj(BigInteger::valueOf).toList();
  }

  private static Map<String, BigInteger> lengths(long... lengths) {
    TreeMap<String, BigInteger> map = new TreeMap<>();
    for (int i = 0; i < lengths.length; i++) {
      map.put(Integer.toString(i), BigInteger.valueOf(lengths[i]));
    }
    return map;
  }
}
