package org.quorate.core.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {
  @Test
  void aLineIsNameLabelsAndValue() {
    assertThat(Sample.parse("reads{keyspace=\"shop\",table=\"carts\",} 1.5E3 1669980838205"))
        .isEqualTo(
            new Sample(
                "reads",
                Map.of("keyspace", "shop", "table", "carts"),
                1500,
                Instant.ofEpochMilli(1669980838205L)));
    assertThat(Sample.parse("up 1")).isEqualTo(new Sample("up", Map.of(), 1, null));
    assertThat(Sample.parse("up{} 1")).isEqualTo(new Sample("up", Map.of(), 1, null));
    assertThat(Sample.parse("a { b = \"c\" , d = \"e\" }\t2"))
        .isEqualTo(new Sample("a", Map.of("b", "c", "d", "e"), 2, null));
  }

  @Test
  void labelValuesMayHoldAnything() {
    assertThat(Sample.parse("a{b=\"x\\\"y\\\\z\\n}=, \",c=\"\"} 3"))
        .isEqualTo(new Sample("a", Map.of("b", "x\"y\\z\n}=, ", "c", ""), 3, null));
  }

  @Test
  void valuesMayBeNoNumbers() {
    assertThat(Sample.parse("a NaN").value()).isNaN();
    assertThat(Sample.parse("a +Inf").value()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Sample.parse("a -Inf").value()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void exemplarsAreLeftAside() {
    assertThat(Sample.parse("a_count 17 # {trace_id=\"x\"} 0.5"))
        .isEqualTo(new Sample("a_count", Map.of(), 17, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# HELP a b",
        "# EOF",
        "a",
        "a{b=\"c\" 1",
        "a{b=\"c",
        "a{b=c} 1",
        "a{b} 1",
        "a{",
        "a x",
        "<html><body>no metrics</body></html>"
      })
  void whatIsNotOfTheFormatIsNoSample(String line) {
    assertThat(Sample.parse(line)).isNull();
  }
}
