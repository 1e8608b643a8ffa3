package org.quorate.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PoolLayoutTest {
  @Test
  void theLayoutsOfThePaperHaveNames() {
    assertThat(PoolLayout.parse("balanced")).isEqualTo(PoolLayout.BALANCED);
    assertThat(PoolLayout.parse("hot-cold")).isEqualTo(new PoolLayout(1, 2, 2, 1));
    assertThat(PoolLayout.parse("mostly-hot")).isEqualTo(new PoolLayout(2, 3, 2, 1));
    assertThat(PoolLayout.parse("mostly-cold")).isEqualTo(new PoolLayout(1, 3, 2, 1));
    assertThat(PoolLayout.names())
        .containsExactly("balanced", "hot-cold", "mostly-cold", "mostly-hot")
        .allSatisfy(name -> assertThat(PoolLayout.parse(name)).hasToString(name));
  }

  @ParameterizedTest
  @CsvSource({
    "hot 1 of 4, hot 1 of 4",
    "hot 2 of 4, hot-cold",
    "hot 4 of 6, mostly-hot",
    "hot 3 of 3, balanced",
    "hot-cold 2:1, hot-cold",
    "hot-cold 4:2, hot-cold",
    "hot-cold 1:1, hot-cold 1:1",
    "hot  1  of  5  3:2, hot 1 of 5 3:2",
    "' mostly-cold 3:1 ', mostly-cold 3:1"
  })
  void aLayoutIsWrittenInItsShortestForm(String text, String shortest) {
    assertThat(PoolLayout.parse(text)).hasToString(shortest);
    assertThat(PoolLayout.parse(shortest)).isEqualTo(PoolLayout.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hot",
        "hot-cold:2",
        "hot 0 of 4",
        "hot 5 of 4",
        "hot 1 of 1001",
        "hot-cold 1:2",
        "hot-cold 0:0",
        "hot-cold 1001:1",
        "balanced 2:1",
        "hot 2 of 2 2:1",
        "HOT-COLD"
      })
  void anythingElseIsRefusedInASentence(String text) {
    assertThatThrownBy(() -> PoolLayout.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*[.?]");
  }

  @Test
  void aMisspeltNameIsPutRight() {
    assertThatThrownBy(() -> PoolLayout.parse("mostly-hott"))
        .hasMessageEndingWith("Did you mean mostly-hot?");
  }

  @ParameterizedTest
  @CsvSource({
    "hot-cold, 40, 20",
    "hot-cold, 6, 3",
    "hot-cold, 4, 2",
    "hot-cold, 3, 2",
    "hot-cold, 2, 1",
    "mostly-hot, 6, 4",
    "mostly-hot, 3, 2",
    "mostly-hot, 4, 3",
    "mostly-hot, 2, 1",
    "mostly-cold, 6, 2",
    "mostly-cold, 4, 1",
    "mostly-cold, 5, 2",
    "hot 1 of 100, 3, 1",
    "hot 99 of 100, 3, 2",
    "hot-cold, 1, 1",
    "balanced, 6, 6",
    "balanced, 1, 1"
  })
  void theNumberOfHotNodesIsTheNearestThatLeavesTwoPools(String layout, int nodes, int hot) {
    assertThat(PoolLayout.parse(layout).hotNodes(nodes)).isEqualTo(hot);
  }
}
