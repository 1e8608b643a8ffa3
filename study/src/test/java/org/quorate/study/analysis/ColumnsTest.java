package org.quorate.study.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;
import org.quorate.core.power.EnergyFactor;
import org.quorate.core.statistics.RateCheck;
import org.quorate.study.export.Exports;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Design;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Environment;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StaleCheck;
import org.quorate.study.summary.StalePredictions;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.testing.Results;

/**
 * The columns of all files that others read, byte for byte, of a run that has everything a run may
 * have. Programs of other people name them: a changed line here breaks those.
 */
final class ColumnsTest {
  private static final RunWindows WINDOWS =
      new RunWindows(
          new TreeMap<>(
              Map.of(
                  0, new WindowCounts(50, 1, 0, 25, 0, Map.of(Level.ONE, 50L), 50),
                  1, new WindowCounts(50, 1, 2, 25, 0, Map.of(Level.ONE, 52L), 52))));

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void writeAll() throws Exception {
    RunResult run = run();
    CellTally tally = new CellTally(new Cell(run.cell()), power(), 1, OptionalDouble.of(0.01));
    tally.add(run, Map.of());
    Consumer<Histogram> times = tally.windows().add(run, WINDOWS);
    for (String tag : List.of(WindowFiles.READS, WindowFiles.WRITES)) {
      Histogram interval = new Histogram(2);
      interval.recordValue(1_000_000);
      interval.setTag(tag);
      times.accept(interval);
    }
    WindowFiles.write(folder, WINDOWS, receiver -> receiver.accept(0, null, null));
    Exports.write(summary(run, tally.summary()), folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runs.csv",
        "cells.csv",
        "hosts.csv",
        "faults.csv",
        "windows.csv",
        "distances.csv",
        "predictions.csv"
      })
  void theColumnsAreThoseThatOthersKnow(String file) throws Exception {
    assertThat(Files.readString(folder.resolve(file)).lines().findFirst().orElseThrow() + "\n")
        .isEqualTo(expected(file));
  }

  @ParameterizedTest
  @EnumSource(Measure.class)
  void theMeanOfEachMeasureIsInTheTableOfCellsUnlessItIsLeftOutOnPurpose(Measure measure)
      throws Exception {
    String column = columnOfCells(measure);
    List<String> lines = Files.readAllLines(folder.resolve("cells.csv"));
    List<String> header = List.of(lines.get(0).split(",", -1));
    List<String> values = List.of(lines.get(1).split(",", -1));
    assertThat(values).hasSameSizeAs(header);
    if (!column.isEmpty()) {
      assertThat(header).contains(column, column + "_low", column + "_high");
      assertThat(Double.parseDouble(values.get(header.indexOf(column))))
          .isCloseTo(requireNonNull(measure.of(run())), within(1e-9));
    }
  }

  /** Empty for those that readers of cells have merged over runs, as a sum, or not at all. */
  private static String columnOfCells(Measure measure) {
    return switch (measure) {
      case THROUGHPUT -> "throughput_per_second";
      case ENERGY -> "joules";
      case ENERGY_IF_ASLEEP -> "joules_if_asleep";
      case STALE_RATE,
          ESTIMATED_STALE_RATE,
          SECOND_READ_STALE_RATE,
          PROCESSOR_TIME,
          ENERGY_PER_OPERATION,
          ENERGY_PER_FRESH_READ,
          DYNAMIC_ENERGY_PER_OPERATION,
          FRESH_OPERATIONS_PER_JOULE,
          MEAN_POWER,
          RESTED_TIME ->
          measure.column();
      case STALE_READS,
          RUN_TIME,
          MEAN_LATENCY,
          RESPONSE_P99,
          HOST_POWER,
          HOST_POWER_SPREAD,
          HOST_UTILISATION,
          HOST_UTILISATION_SPREAD,
          ACKNOWLEDGED_P99,
          VISIBLE_P50,
          VISIBLE_P99,
          ENERGY_AFTER,
          TIME_AFTER ->
          "";
    };
  }

  @Test
  void noColumnIsThereTwice() throws Exception {
    assertThat(expected("runs.csv").strip().split(",")).doesNotHaveDuplicates();
    assertThat(expected("cells.csv").strip().split(",")).doesNotHaveDuplicates();
  }

  private static String expected(String file) throws Exception {
    try (InputStream text = ColumnsTest.class.getResourceAsStream("columns/" + file)) {
      return new String(requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static PowerSettings power() {
    return new PowerSettings(
        "server-2010",
        Duration.ofSeconds(1),
        false,
        Duration.ZERO,
        Map.of(),
        new PowerSettings.Price(new EnergyFactor.Constant(0.25), "EUR"),
        new PowerSettings.Carbon(new EnergyFactor.Constant(300), 10, 1.2, "somebody"),
        CapKind.QUOTA);
  }

  private static RunResult run() {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      counters.put(counter, 50L);
    }
    Latencies some = Results.p99(9);
    RunResult run =
        new RunResult(
            1,
            1,
            Map.of("read-level", "ONE"),
            1,
            Instant.parse("2026-11-21T10:00:00Z"),
            0,
            2,
            75.0,
            75,
            some,
            List.of(
                new OperationResult("READ", 100, 0, Map.of("ReadTimeout", 2L), some, some),
                new OperationResult("UPDATE", 50, 0, Map.of(), some, some)),
            new StalenessResult(100, 2, Map.of(1, 2L), some, 0, 0, 0, 0),
            List.of(new NodeResult("node1", 0.2, counters, true)),
            List.of(),
            new MachineResult(2, 0.8, 0.1, 0.6, 0.05),
            List.of(new TimePoint(0, 75, 0, 50, 1, 9), new TimePoint(1, 75, 2, 50, 1, 9)),
            List.of(),
            List.of(),
            new MonitorResult(
                "counts",
                "probes",
                "",
                Map.of("harmony", 0.1),
                Map.of("harmony", 0.1),
                Map.of("ONE", 1.0),
                Map.of(MonitorResult.PAIRED, 5L),
                List.of()),
            new SecondReadResult("ALL", 100, 1),
            null,
            new CapResult("processor quota", 0.5, 0.5, "2 nodes"),
            null,
            null,
            List.of(),
            null,
            List.of(),
            List.of());
    RunResult powered = Results.deferred(Results.untilQuiet(Results.powered(run, 100, 0.1)));
    return Results.rested(powered, "node2", 0, 1, 0)
        .with(
            draft ->
                draft.phases = List.of(new PhaseResult("constant", 0, 2, 0, Map.of("READ", some))))
        .withFaults(List.of(new FaultResult("kill", "node3", 1, 1, 1)))
        .countedFrom(1);
  }

  private static BestDistances distances() {
    Mean some = new Mean(1, 1, 1, 2);
    return new BestDistances(
        List.of(
            new BestDistance(
                Map.of("policy", "quorate 1%"),
                0.01,
                List.of("ONE", "ALL"),
                2,
                some,
                some,
                some,
                some,
                some,
                some)),
        List.of());
  }

  private static StudySummary summary(RunResult run, CellSummary cell) {
    return new StudySummary(
        "columns",
        "",
        "",
        List.of(),
        List.of(),
        "",
        Map.of(),
        "",
        new Environment(Map.of()),
        Map.of(),
        List.of(cell),
        List.of(),
        List.of(),
        null,
        List.of(),
        List.of(run),
        true,
        List.of(),
        List.of(),
        Design.DEFAULT,
        new SteadyState(0, 0, 0, List.of()),
        List.of(),
        distances(),
        new StalePredictions(
            List.of(),
            List.of(
                new StaleCheck(
                    Map.of("policy", "ONE"), 1, 1, 0, 2, "pbs", 2, new RateCheck(0, 0, 1, 1, 9)))));
  }
}
