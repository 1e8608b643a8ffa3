package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cli.console.Console;

final class LiveScreenTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final StringWriter written = new StringWriter();

  @Test
  void whereThereIsNoTerminalEveryReadingIsALineOfEachTable() {
    LiveScreen view = view(OptionalInt.empty());
    view.show(Reports.full(2), null, Duration.ofSeconds(10), MINUTE);
    view.show(Reports.full(2), null, Duration.ofSeconds(15), MINUTE);
    String text = written.toString();
    assertThat(text).doesNotContain("\u001b");
    assertThat(text.lines())
        .containsExactly(
            "node3 does not answer?[31m.",
            "10 s: shop.carts, 812 reads/s, 203 writes/s, propagation 5.31 ms, estimated stale at"
                + " ONE: harmony 82.2 %, random-read 22.0 %, pbs 0 %",
            "10 s: shop.table_1, 812 reads/s, 203 writes/s, propagation 5.31 ms, estimated stale at"
                + " ONE: harmony 82.2 %, random-read 22.0 %, pbs 0 %",
            "15 s: shop.carts, 812 reads/s, 203 writes/s, propagation 5.31 ms, estimated stale at"
                + " ONE: harmony 82.2 %, random-read 22.0 %, pbs 0 %",
            "15 s: shop.table_1, 812 reads/s, 203 writes/s, propagation 5.31 ms, estimated stale at"
                + " ONE: harmony 82.2 %, random-read 22.0 %, pbs 0 %");
  }

  @Test
  void onATerminalTheReadingBeforeIsDrawnOver() {
    LiveScreen view = view(OptionalInt.of(100));
    view.show(Reports.full(2), null, Duration.ofSeconds(10), MINUTE);
    int before = written.getBuffer().length();
    view.show(Reports.full(2), null, Duration.ofSeconds(15), MINUTE);
    String second = written.getBuffer().substring(before);
    assertThat(second)
        .startsWith("\u001b[8A\r\u001b[J")
        .contains("15 s of 1 min 00 s")
        .contains("estimated share of stale reads at ONE, by model.")
        .contains("Sampled rows: 3 of 225 pairs stale at ONE.")
        .contains("All keyspaces: 12 digest mismatches, 0 dropped writes, 2 hint files.")
        .contains("Levels in use: reads ONE 87 %, QUORUM 13 %; writes ONE 2.4 %, QUORUM 97.6 %.")
        .doesNotContain("node3");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void noLineWrapsAndNoManyTablesScrollTheTerminal(int columns) {
    view(OptionalInt.of(columns))
        .show(Reports.full(40), null, Duration.ofSeconds(10), Duration.ZERO);
    assertThat(written.toString().lines())
        .hasSizeLessThan(24)
        .allSatisfy(
            line ->
                assertThat(line.replaceAll("\u001b\\[[0-9;]*[a-zA-Z]", "").length())
                    .isLessThan(columns));
    assertThat(written.toString()).contains("and 30 more tables");
  }

  @Test
  void beforeTheFirstRatesItSaysThatTheyWillCome() {
    view(OptionalInt.of(80)).begin("shop", 2, 3, Duration.ofSeconds(5));
    assertThat(written.toString().strip())
        .isEqualTo(
            "Watching 2 tables of keyspace shop on 3 nodes; the first rates come after 5 s.");
  }

  @Test
  void aProblemIsToldThoughNoNodeAnswers() {
    LiveScreen view = view(OptionalInt.of(80));
    view.problems(Reports.full(1));
    view.problems(Reports.full(1));
    assertThat(written.toString()).containsOnlyOnce("node3 does not answer");
  }

  @Test
  void aSentenceIsToldInThePlaceOfTheReadingThatTheNextOneDrawsAnew() {
    LiveScreen view = view(OptionalInt.of(100));
    view.show(Reports.full(2), null, Duration.ofSeconds(10), MINUTE);
    int before = written.getBuffer().length();
    view.tell("Something has ended.");
    view.show(Reports.full(2), null, Duration.ofSeconds(15), MINUTE);
    assertThat(written.getBuffer().substring(before))
        .startsWith("\u001b[8A\r\u001b[JSomething has ended.\n\r\u001b[J")
        .contains("15 s of 1 min 00 s");
  }

  @Test
  void withoutAPropagationTimeTheRatesAreShown() {
    view(OptionalInt.empty()).show(Reports.poor(), null, Duration.ofSeconds(5), MINUTE);
    assertThat(written.toString().strip())
        .isEqualTo("5 s: shop.carts, 812 reads/s, 203 writes/s, propagation not known yet");
  }

  private LiveScreen view(OptionalInt columns) {
    PrintWriter writer = new PrintWriter(written, true);
    return new LiveScreen(new Console(writer, writer, OptionalInt.empty(), columns, false, true));
  }
}
