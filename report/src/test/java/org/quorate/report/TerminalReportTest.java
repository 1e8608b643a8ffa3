package org.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.report.sample.Samples;
import org.quorate.study.measure.Measure;
import org.quorate.study.summary.StudySummary;

class TerminalReportTest {
  /** Of the tables of cells of all samples, where there is room for every column. */
  private static final List<String> HEADINGS =
      Samples.names()
          .flatMap(name -> TerminalReport.render(sample(name), 200, false).lines())
          .filter(line -> line.startsWith("cell "))
          .toList();

  static Stream<String> samples() {
    return Samples.names();
  }

  private static StudySummary sample(String name) {
    return Samples.of(name);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void noLineIsWiderThanTheTerminal(String name) {
    for (int width : List.of(40, 60, 80, 120, 200)) {
      assertThat(TerminalReport.render(sample(name), width, false).lines())
          .allMatch(line -> line.codePointCount(0, line.length()) <= width);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void withoutUnicodeEveryCharacterIsAscii(String name) {
    assertThat(TerminalReport.render(sample(name), 100, false, false))
        .matches(text -> text.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127)));
  }

  @Test
  void theVerdictStandsAboveTheTable() {
    List<String> lines = TerminalReport.render(Samples.demo(), 80, false).lines().toList();
    assertThat(lines.get(0)).startsWith("With writes at ONE, 5.4 %");
    assertThat(lines).anyMatch(line -> line.startsWith("Not seen: Reads at QUORUM"));
    assertThat(lines).noneMatch(line -> line.startsWith("Read ONE, write ONE: "));
  }

  @Test
  void phasesOfFaultsStandBelowTheCells() {
    List<String> lines = TerminalReport.render(sample("faults"), 120, false).lines().toList();
    assertThat(lines.get(0)).startsWith("With fault death, random-read 1% asked 44 %");
    int head = lines.stream().map(line -> line.startsWith("phase ")).toList().indexOf(true);
    assertThat(lines.get(head)).contains("stale", "replica", "failed", "succeeded");
    assertThat(lines.subList(head, lines.size()))
        .anyMatch(line -> line.contains("ONE, fault death: node3 started"));
    assertThat(TerminalReport.render(Samples.demo(), 120, false)).doesNotContain("phase");
  }

  @Test
  void columnsAreAlignedAndHaveUnits() {
    List<String> lines = TerminalReport.render(Samples.demo(), 100, false).lines().toList();
    int head = lines.stream().map(line -> line.startsWith("cell ")).toList().indexOf(true);
    assertThat(lines.get(head)).contains("ops/s", "read", "update", "stale", "replica", "CPU");
    assertThat(lines.get(head + 1)).contains("p50 ms", "p99 ms", "%", "rd/read", "\u00b5s/op");
    List<String> rows = lines.subList(head + 3, head + 9);
    int width = lines.get(head + 2).length();
    assertThat(rows).allMatch(row -> row.length() == width);
    assertThat(rows.get(0)).startsWith("read ONE, write ONE ").contains("5.39");
  }

  @ParameterizedTest
  @EnumSource(Measure.class)
  void eachMeasureIsAColumnOfSomeTableUnlessItIsLeftOutOnPurpose(Measure measure) {
    String heading = heading(measure);
    if (!heading.isEmpty()) {
      assertThat(HEADINGS).anyMatch(line -> line.contains(heading));
    }
  }

  /** Empty for those that a terminal has no room for. */
  private static String heading(Measure measure) {
    return switch (measure) {
      case THROUGHPUT -> " ops/s";
      case STALE_RATE -> " stale";
      case ESTIMATED_STALE_RATE -> " estimate";
      case RESPONSE_P99 -> " read";
      case PROCESSOR_TIME -> " CPU";
      case ENERGY_PER_OPERATION -> " energy";
      case STALE_READS,
          SECOND_READ_STALE_RATE,
          RUN_TIME,
          MEAN_LATENCY,
          ENERGY,
          ENERGY_AFTER,
          TIME_AFTER,
          ENERGY_PER_FRESH_READ,
          DYNAMIC_ENERGY_PER_OPERATION,
          FRESH_OPERATIONS_PER_JOULE,
          MEAN_POWER,
          HOST_POWER,
          HOST_POWER_SPREAD,
          HOST_UTILISATION,
          HOST_UTILISATION_SPREAD,
          ACKNOWLEDGED_P99,
          VISIBLE_P50,
          VISIBLE_P99,
          RESTED_TIME,
          ENERGY_IF_ASLEEP ->
          "";
    };
  }

  /** Columns by name, in their order, with their numbers: to the letter, as people know them. */
  @ParameterizedTest
  @ValueSource(strings = {"open-loop", "short-decisions", "energy", "deferred", "faults"})
  void theTablesAreThoseThatPeopleKnow(String name) throws IOException {
    try (InputStream known =
        Objects.requireNonNull(
            TerminalReportTest.class.getResourceAsStream("terminal/" + name + ".txt"))) {
      assertThat(TerminalReport.render(sample(name), 200, false))
          .isEqualTo(new String(known.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void aWiderTerminalShowsMore() {
    String narrow = TerminalReport.render(Samples.openLoop(), 80, false);
    String wide = TerminalReport.render(Samples.openLoop(), 160, false);
    assertThat(narrow).contains("offered", "achieved", "stale", "failed");
    assertThat(wide).contains("95 % of");
    assertThat(narrow).doesNotContain("95 % of");
  }

  @Test
  void estimatesHaveAColumnWhereAMonitorWatched() {
    assertThat(TerminalReport.render(sample("short-decisions"), 120, false))
        .contains("estimate", "% at ONE");
    assertThat(TerminalReport.render(Samples.demo(), 120, false)).doesNotContain("estimate");
  }

  @Test
  void coloursAreUsedOnlyWhereAsked() {
    assertThat(TerminalReport.render(Samples.demo(), 80, false)).doesNotContain("\u001b");
    String coloured = TerminalReport.render(Samples.demo(), 80, true);
    assertThat(coloured).contains("\u001b[1m").contains("\u001b[32m").contains("\u001b[33m");
    assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", ""))
        .isEqualTo(TerminalReport.render(Samples.demo(), 80, false));
  }

  @Test
  void textOfAStudyCannotControlTheTerminal() {
    StudySummary hostile = Samples.withVerdict("Fine.\u001b[2J\u0007\r\nGone\u009b31m");
    String text = TerminalReport.render(hostile, 80, false);
    assertThat(text).doesNotContain("\u001b").doesNotContain("\u0007").doesNotContain("\u009b");
    assertThat(text.lines().findFirst()).contains("Fine.?[2J???Gone?31m");
  }

  @Test
  void aStudyWithoutRunsSaysSo() {
    assertThat(TerminalReport.render(Samples.empty(), 80, false))
        .contains("No run has been measured.");
  }

  @Test
  void anEstimateAboveAHundredPercentIsExplained() {
    String text = TerminalReport.render(Samples.harmony(), 400, false, false);

    assertThat(text).contains("it is not held to 100 %");
  }
}
