package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.report.terminal.Style;
import org.quorate.study.io.Json;

final class ReportTextTest {
  private static final Style PLAIN = new Style(false, false);

  @Test
  void everyNumberIsInTheText() {
    String text = ReportText.of(Reports.full(1), null, PLAIN, 100);
    assertThat(text)
        .contains("Keyspace shop, replicas of each row: dc1:3, seen for 60")
        .contains("12 readings by jmx of 3 nodes.")
        .contains("1 reading lacked the share of some node")
        .contains("1 node without an answer")
        .contains("812 per second (700 to 930)")
        .contains("203 per second (180 to 220)")
        .contains("1.11 on average, as the servers counted them: as many as reads at ONE ask")
        .contains("This table seems to be read at ONE already.")
        .contains("225 pairs of reads, 3 stale at ONE: 1.33 % (95 % interval 0.454 to 3.85")
        .contains("By sampled rows a read at ONE took 1.25 ms on average, one at QUORUM 2.5 ms.")
        .contains("ask 1 replica fewer each, which saves 812 replica reads per second")
        .contains("5.31 ms (4.92 ms to 5.90 ms)")
        .contains("network, medians of 5 rounds, 150 measurements in all")
        .contains("A read at ALL took 10.6 ms longer than one at ONE")
        .contains("12, 0.0261 % of all reads, 0.200 % of the 6,000 reads that asked more")
        .contains("ONE 40,000 (727 per second), QUORUM 6,000 (109 per second)")
        .contains("300 writes of some keyspace were at levels weaker than QUORUM")
        .containsPattern(
            "all\\s+of\\s+a\\s+table's\\s+is\\s+taken\\s+to\\s+go\\s+to\\s+one\\s+key");
  }

  @Test
  void theSlowestLinksAreTold() {
    String text = ReportText.of(Reports.full(1), null, PLAIN, 100).replaceAll("\\s+", " ");
    assertThat(text)
        .contains(
            "10.0.0.1:7000 waits 41.2 ms for 10.0.0.3:7000, 40.1 ms of it on the network and 1.10 ms"
                + " at that replica (medians of 7 traced reads).")
        .contains("10.0.0.2:7000 waits 3.10 ms for 10.0.0.3:7000 (medians of 1 traced read).");
    assertThat(ReportText.of(Reports.poor(), null, PLAIN, 100)).doesNotContain("waits");
  }

  @Test
  void theAnswerComesFirst() {
    String text = ReportText.of(Reports.full(2), null, PLAIN, 100).replaceAll("\\s+", " ");
    assertThat(text)
        .startsWith(
            "Answer shop.carts seems to be read at ONE, since as many replicas execute a read, the"
                + " weakest level there is; of 225 pairs of reads of rows drawn alike 3 would")
        .contains("What this rests on, and what could not be seen After writes at QUORUM reads at")
        .contains("2.44 % of the writes that the nodes counted, of all keyspaces, were weaker")
        .contains("Joules are not known without --meters.");
    assertThat(ReportText.of(Reports.poor(), null, PLAIN, 100).replaceAll("\\s+", " "))
        .startsWith("Answer At which level shop.carts is read is not known; no reads of it were")
        .contains("that writes are at QUORUM was not seen, but taken: say --write-level")
        .contains("Whether tables have conditional writes (IF ...) shows over --jmx only");
  }

  @Test
  void estimatesAreCalledEstimatesAndStandAtEveryLevel() {
    String text = ReportText.of(Reports.full(1), null, PLAIN, 100);
    assertThat(text).contains("Estimated stale reads (no read was judged)");
    assertThat(text).containsPattern("ONE +1 +can be +82\\.2 % \\(.+\\) +22\\.0 % \\(.+\\)");
    assertThat(text).containsPattern("QUORUM +2 +never +41\\.1 % .*\\* +0 %");
    assertThat(text).contains("* This model takes every write to be at ONE.");
    assertThat(text).containsPattern("ALL +3 +never +0 % +0 %");
  }

  @Test
  void whatStaleReadsWouldMissAndWhatMoreLoadWouldDoIsEstimatedToo() {
    String text = ReportText.of(Reports.full(1), null, PLAIN, 100).replaceAll("\\s+", " ");
    assertThat(text)
        .containsPattern(
            "By simulation [0-9.]+ % of reads at ONE are stale [(][0-9.]+ to [0-9.]+ %[)], and miss a write of [0-9.]+ [um]s"
                + " before in the median, of [0-9.]+ [um]s in 99 %; at eight times the load [0-9.]+ %"
                + " would be, if delays stay as they are\\.");
    assertThat(ReportText.of(Reports.poor(), null, PLAIN, 100)).doesNotContain("By simulation");
  }

  @Test
  void whatIsNotKnownIsSaidToBeNotKnown() {
    String text = ReportText.of(Reports.poor(), null, PLAIN, 80);
    assertThat(text)
        .contains("Nothing can be estimated without a propagation time.")
        .contains("digest mismatches   not known by this source; --jmx or --prometheus tell")
        .contains("dropped writes      not known by this source")
        .contains("pending hints       not known by this source")
        .contains("reads at            not known by this source");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100})
  void noLineIsWiderThanAskedForAndNoneHasAnAnsiCode(int width) {
    String text = ReportText.of(Reports.full(3), null, PLAIN, width);
    assertThat(text.lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    assertThat(text).doesNotContain("\u001b").matches("(?s)[\\x00-\\x7f]*");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100})
  void noModelIsLeftOutHoweverNarrowTheTerminalIs(int width) {
    assertThat(ReportText.of(Reports.full(1), null, PLAIN, width).replaceAll("\\s+", " "))
        .contains("82.2 %")
        .contains("22.0 %")
        .contains("41.1 %");
  }

  @Test
  void whatAServerSaysCannotColourTheTerminal() {
    assertThat(ReportText.of(Reports.full(1), null, new Style(true, true), 100))
        .contains("\u001b[1m")
        .doesNotContain("\u001b[31m");
  }

  @Test
  void jsonHasNumbersAndNullForWhatIsNotKnown() {
    String full = Json.text(ReportJson.of(Reports.full(1), null));
    assertThat(full)
        .startsWith("{\n  \"answers\" : [ {\n    \"table\" : \"shop.carts\"")
        .contains("\"verdict\" : \"AT_THE_WEAKEST\"")
        .contains("\"safeReadLevel\" : \"QUORUM\"")
        .contains("\"digestMismatches\" : 12")
        .contains("\"model\" : \"random-read\"")
        .contains("\"ONE\" : 40000")
        .doesNotContain("NaN");
    assertThat(Json.text(ReportJson.of(Reports.poor(), null)))
        .contains("\"propagation\" : null")
        .contains("\"digestMismatches\" : null")
        .contains("\"replicasPerRead\" : null");
  }
}
