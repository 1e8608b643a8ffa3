package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class PropertyFileTest {
  @Test
  void keepsTheLineOfEachProperty() throws IOException {
    String text =
        """
        # comment
        a=1

          ! another comment \\
        b : two \\
            words
        c
        \\u0064\\ d=\\u00e9
        """;
    assertThat(PropertyFile.read("file", new StringReader(text)))
        .containsExactly(
            new PropertySetting("file:2", "a", "1"),
            new PropertySetting("file:5", "b", "two words"),
            new PropertySetting("file:7", "c", ""),
            new PropertySetting("file:8", "d d", "é"));
  }

  @Test
  void refusesAMalformedEscapeWithItsLine() {
    assertThatThrownBy(() -> PropertyFile.read("file", new StringReader("a=1\nb=\\u12\n")))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessage(
            "file:2: a \\u must be followed by four hexadecimal digits; correct or remove it.");
  }

  /** 20,000 random texts of the characters that mean something, seed 1. */
  @Test
  void readsWhatJavaReads() throws IOException {
    SeededRandom random = new SeededRandom(1);
    String alphabet = "ab=: \t\f\\\n\r#!\n=\\u0041";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = (int) random.nextLong(40);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt((int) random.nextLong(alphabet.length())));
      }
      Properties expected = new Properties();
      try {
        expected.load(new StringReader(text.toString()));
      } catch (IllegalArgumentException e) {
        assertThatThrownBy(() -> PropertyFile.read("file", new StringReader(text.toString())))
            .isInstanceOf(InvalidWorkloadException.class);
        continue;
      }
      Properties actual = new Properties();
      for (PropertySetting setting : PropertyFile.read("file", new StringReader(text.toString()))) {
        actual.setProperty(setting.key(), setting.value());
      }
      // For a lone backslash Java gives an empty property, or none, depending on what came before.
      expected.remove("");
      actual.remove("");
      assertThat(actual)
          .as(text.toString().replace("\n", "<LF>").replace("\r", "<CR>").replace("\f", "<FF>"))
          .isEqualTo(expected);
    }
  }
}
