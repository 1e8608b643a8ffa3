package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BufferingTest {
  @Test
  void nothingIsKeptBackWithNone() {
    assertThat(Buffering.parse("none")).isEqualTo(new Buffering.Unbuffered());
  }

  @Test
  void theStockBufferHasTwelveMebibytesUnlessTold() {
    assertThat(Buffering.parse("stock")).isEqualTo(new Buffering.StockBuffer(12L << 20, null));
    assertThat(Buffering.parse("stock 2MB")).isEqualTo(new Buffering.StockBuffer(2_000_000, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stock 1s",
        "stock 1 s",
        "stock flush 1s",
        "stock 12MiB 1s",
        "stock 12 MiB flush 1 s"
      })
  void theStockBufferMayBeFlushedPeriodically(String text) {
    assertThat(Buffering.parse(text))
        .isEqualTo(new Buffering.StockBuffer(12L << 20, Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bounded 1s", "bounded 1 s", "bounded 1000ms adaptive"})
  void aBoundIsATimeAndAnEarlierWordForItsFlushesChangesNothing(String text) {
    assertThat(Buffering.parse(text))
        .isEqualTo(new Buffering.BoundedDeferral(Duration.ofSeconds(1), null, null, null));
  }

  @Test
  void aBoundMayLimitBytesAndWritesAndHaveFlushesOfOneSize() {
    assertThat(Buffering.parse("bounded 1m30s 12MiB 500 writes fixed 1MiB"))
        .isEqualTo(
            new Buffering.BoundedDeferral(Duration.ofSeconds(90), 12L << 20, 500L, 1L << 20));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none                               | none
          stock                              | stock 12MiB
          stock 1000ms                       | stock 12MiB flush 1s
          stock 2MB                          | stock 2000000B
          bounded 0.5s 1MiB                  | bounded 500ms 1MiB
          bounded 1s 7 writes fixed 10KiB    | bounded 1s 7 writes fixed 10KiB
          """)
  void itsTextIsReadBackAsTheSame(String text, String written) {
    Buffering read = Buffering.parse(text);

    assertThat(read.text()).isEqualTo(written);
    assertThat(Buffering.parse(read.text())).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bounde 1s          | "bounde 1s" is no buffering         | Did you mean bounded?
          bounded            | "bounded" is no buffering           | bounded 1s
          bounded 12MiB      | "bounded 12MiB" is no buffering     | bounded 1s
          bounded 0s         | "0s" is no time                     | 1ms to 1h
          bounded 2h         | "2h" is no time                     | 1ms to 1h
          bounded 1s 0 writes| At least 1 write                    | another number
          stock 0B           | "0B" is no size                     | 1B to 1GiB
          stock 2GiB         | "2GiB" is no size                   | 1B to 1GiB
          stock flush        | "stock flush" is no buffering       | flush 1s
          12MiB              | "12MiB" is no buffering             | stock
          """)
  void refusesWhatIsNone(String text, String problem, String advice) {
    assertThatThrownBy(() -> Buffering.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining(advice);
  }

  @Test
  void everyExampleIsOne() {
    for (String example : Buffering.EXAMPLES) {
      assertThat(Buffering.parse(example)).as(example).isNotNull();
    }
  }
}
