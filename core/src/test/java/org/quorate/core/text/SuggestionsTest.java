package org.quorate.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
  private static final List<String> WORDS =
      List.of("recordcount", "operationcount", "readproportion", "target", "table");

  @ParameterizedTest
  @CsvSource({
    "recordcuont, recordcount",
    "recordCount, recordcount",
    "recordcnt, recordcount",
    "opertioncounts, operationcount",
    "tagret, target",
    "tabel, table",
  })
  void findsTheNearestWord(String unknown, String word) {
    assertThat(Suggestions.nearest(unknown, WORDS)).contains(word);
    assertThat(Suggestions.didYouMean(unknown, WORDS)).isEqualTo(" Did you mean " + word + "?");
  }

  @ParameterizedTest
  @CsvSource({"zzz", "consistency", "''", "x"})
  void findsNothingWhereNoWordIsNear(String unknown) {
    assertThat(Suggestions.nearest(unknown, WORDS)).isEmpty();
    assertThat(Suggestions.didYouMean(unknown, WORDS)).isEmpty();
  }

  @Test
  void doesNotCompareWordsOfUnreasonableLength() {
    assertThat(Suggestions.nearest("x".repeat(100_000), WORDS)).isEmpty();
  }
}
