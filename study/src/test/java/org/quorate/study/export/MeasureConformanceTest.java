package org.quorate.study.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.testing.Results;

/** What holds for every measure of the catalogue: what a figure draws is a column as well. */
final class MeasureConformanceTest {
  /** A run of which everything is known that a measure can be about. */
  private static final RunResult RUN = everything();

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Measure.class)
  void itIsAColumnOfTheRuns(Measure measure) throws Exception {
    CsvTable table = new CsvTable();
    table.add(RunRows.of(RUN));
    Path file = folder.resolve("runs.csv");
    table.write(file);
    List<String> lines = Files.readAllLines(file);
    Map<String, String> columns = new HashMap<>();
    String[] header = lines.get(0).split(",", -1);
    String[] values = lines.get(1).split(",", -1);
    assertThat(values).hasSameSizeAs(header);
    for (int i = 0; i < header.length; i++) {
      columns.put(header[i], values[i]);
    }

    Double number = measure.of(RUN);
    assertThat(number).as("%s of the run of this test, which has everything", measure).isNotNull();
    assertThat(columns).containsKey(measure.column());
    double scale = measure.column().endsWith("_ns") ? 1e-6 : 1;
    assertThat(Double.parseDouble(columns.getOrDefault(measure.column(), "")) * scale)
        .isCloseTo(number, within(1e-9 * Math.max(1, Math.abs(number))));
  }

  @ParameterizedTest
  @EnumSource(Measure.class)
  void itSaysWhatItIs(Measure measure) {
    assertThat(measure.text()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    assertThat(measure.column()).matches("[a-z0-9]+(_[a-z0-9]+)*");
    assertThat(measure.axis()).isNotBlank();
    assertThat(measure.unit()).isNotBlank();
    assertThat(Measure.named(measure.text())).contains(measure);
  }

  @Test
  void noTwoAreOne() {
    assertThat(Arrays.stream(Measure.values()).map(Measure::text)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(Measure.values()).map(Measure::column)).doesNotHaveDuplicates();
  }

  private static RunResult everything() {
    RunResult judged = Results.judged(Results.run(1, 1, Map.of("threads", "16"), 10), 100, 7);
    RunResult powered = Results.powered(judged, List.of(50.0, 70.0), List.of(0.25, 0.75), 0);
    RunResult watched =
        Results.watched(
            powered,
            new MonitorResult(
                "counters",
                "network",
                "one key",
                Map.of(Measure.SHOWN_MODEL, 0.4),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of()),
            new SecondReadResult("ALL", 100, 25));
    return Results.rested(Results.deferred(Results.untilQuiet(watched)), "node1", 0.5, 1.5, 0);
  }
}
