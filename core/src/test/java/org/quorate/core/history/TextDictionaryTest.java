package org.quorate.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextDictionaryTest {
  @Test
  void textsAreNumberedByFirstAppearance() {
    TextDictionary table = new TextDictionary();
    Map<String, Integer> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      String text = "x".repeat(random.nextInt(20)) + random.nextInt(30_000);
      byte[] bytes = ("__" + text + "__").getBytes(StandardCharsets.UTF_8);
      int number = table.number(bytes, 2, bytes.length - 4);
      Integer known = expected.putIfAbsent(text, expected.size());
      assertThat(number).isEqualTo(known == null ? expected.size() - 1 : known);
    }
    assertThat(table.size()).isEqualTo(expected.size());
    expected.forEach(
        (text, number) ->
            assertThat(
                    new String(
                        table.page(number),
                        table.start(number),
                        table.length(number),
                        StandardCharsets.UTF_8))
                .isEqualTo(text));
  }

  @Test
  void textsWithZeroBytesDiffer() {
    TextDictionary table = new TextDictionary();
    assertThat(table.number(new byte[] {0}, 0, 1)).isZero();
    assertThat(table.number(new byte[] {0, 0}, 0, 2)).isEqualTo(1);
    assertThat(table.number(new byte[0], 0, 0)).isEqualTo(2);
    assertThat(table.number(new byte[8], 0, 8)).isEqualTo(3);
  }

  @Test
  void aTextOf128KibibytesIsRefused() {
    assertThatThrownBy(() -> new TextDictionary().number(new byte[1 << 17], 0, 1 << 17))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
