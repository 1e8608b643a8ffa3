package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.Scope;
import org.quorate.power.energy.LiveUse;
import org.quorate.report.terminal.Style;
import org.quorate.study.file.MetersFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.io.Json;

final class ObservedEnergyTest {
  private static final Style PLAIN = new Style(false, false);

  @TempDir Path folder;

  private Path file(String text) throws Exception {
    return Files.writeString(folder.resolve("meters.yaml"), text);
  }

  private static EnergyReport use(Optional<LiveUse.PerOperation> per, double unknown) {
    return new EnergyReport(
        liveUse(per, unknown), Optional.empty(), Optional.of(2.5e-6), Optional.of("FR in 2025"));
  }

  private static LiveUse liveUse(Optional<LiveUse.PerOperation> per, double unknown) {
    Map<String, Double> hosts = new LinkedHashMap<>();
    hosts.put("web1", 4000.0);
    hosts.put("web2", 2000.0);
    return new LiveUse(
        6000,
        60,
        unknown,
        hosts,
        per,
        101,
        0.125,
        EnumSet.of(Scope.WALL),
        Origin.MEASURED,
        ErrorBand.of(0.015),
        unknown > 0 ? List.of("The energy of web2: it is gone.") : List.of());
  }

  private static LiveUse.PerOperation per() {
    return new LiveUse.PerOperation(6000, 60, 48_000, 12, 0.11, 0.15);
  }

  @Test
  void joulesPerOperationStandInTheReportWithWhatTheyAre() {
    String text = ReportText.of(Reports.full(1), use(Optional.of(per()), 0), PLAIN, 100);
    assertThat(text)
        .contains("Energy of the hosts, measured (at the wall)")
        .contains("6,000 J in 60 s, 100 W on average; it may be off by 1.5 %")
        .contains("web1 66.7 W, web2 33.3 W")
        .contains("0.125 J over 12 windows, from 0.110 to 0.150 J")
        .contains("2.5 g CO2e for each million operations (FR in 2025)")
        .contains("All that the hosts drew, idle or not");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(ReportText.of(Reports.full(1), null, PLAIN, 100)).doesNotContain("Energy");
  }

  @Test
  void whatIsNotKnownOfTheEnergyIsSaid() {
    assertThat(ReportText.of(Reports.full(1), use(Optional.empty(), 15), PLAIN, 100))
        .contains("For 15 s the energy of some host is not known")
        .contains("per operation       not known")
        .contains("The energy of web2: it is gone.");
  }

  @Test
  void programsAndPrometheusGetTheSameNumbers() {
    assertThat(Json.text(ReportJson.of(Reports.full(1), use(Optional.of(per()), 0))))
        .contains("\"joulesByHost\"")
        .contains("\"mean\" : 0.125")
        .contains("\"gramsPerMillionOperations\" : 2.5");
    assertThat(PrometheusText.of(EnergyMetrics.of(use(Optional.of(per()), 0))))
        .contains("quorate_joules_total{host=\"web1\",origin=\"measured\"} 4000.0")
        .contains("quorate_power_watts 101.0")
        .contains("quorate_operation_energy_joules 0.125")
        .contains("quorate_energy_known_seconds_total 60.0");
  }

  private static ObservedEnergy start(Path file, Map<String, String> environment) throws Exception {
    MetersFile read = MetersFile.read(file);
    ObservedMeters.check(read, environment, null);
    return ObservedEnergy.start(read, environment, List.of(), null);
  }

  @Test
  void metersAreReadAndTheirEnergyIsDividedByWhatTheTablesWereAskedFor() throws Exception {
    Path file =
        file(
            """
            meters: {here: {kind: model, profile: server-2010}}
            carbon: {grams-per-kilowatt-hour: 100, overhead: 1.2, source: the test}
            """);
    // Once more where the machine stood still: of a window with a gap no energy is known.
    EnergyReport report =
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> ofOneWindow(file), each -> each.use().perOperation().isPresent());
    LiveUse use = report.use();
    assertThat(use.origin()).isEqualTo(Origin.ESTIMATED);
    LiveUse.PerOperation per = use.perOperation().orElseThrow();
    // 812 reads and 203 writes a second.
    assertThat(per.operations() / use.seconds()).isBetween(1014.9, 1015.1);
    assertThat(per.mean()).isPositive();
    assertThat(report.gramsPerOperation().orElseThrow())
        .isCloseTo(per.mean() / 3.6e6 * 1.2 * 100, within(1e-12));
  }

  private static EnergyReport ofOneWindow(Path file) throws Exception {
    try (ObservedEnergy energy = start(file, Map.of())) {
      assertThat(energy.hosts()).isEqualTo(1);
      energy.counted(Reports.full(1), false, System.nanoTime());
      long end = System.nanoTime() + energy.shortestWindow().toNanos();
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      energy.counted(Reports.full(1), true, System.nanoTime());
      return energy.finish();
    }
  }

  @Test
  void whatIsWrongInTheFileIsToldWithItsPlace() throws Exception {
    assertThatThrownBy(() -> start(folder.resolve("none.yaml"), Map.of()))
        .hasMessageContaining("is not there");
    for (String[] wrong :
        new String[][] {
          {"metres: {}", "line 1"},
          {"metres: {}", "id you mean"},
          {"meters: {}", "no host has a meter"},
          {"meters: {a: {kind: model}}\ninstances: m6i.large", "leave one of the two out"},
          {"meters: {a: {kind: snmp, community: x}}", "secrets"},
          {"x".repeat(300_000), "larger than 256 KiB"}
        }) {
      assertThatThrownBy(() -> start(file(wrong[0]), Map.of()))
          .as(wrong[1])
          .isInstanceOf(StudyFileException.class)
          .hasMessageContaining(wrong[1]);
    }
    for (String[] wrong :
        new String[][] {
          {"meters: {a: {kind: snpm}}", "snmp"},
          {"instances: m6i.large", "give --jmx"},
          {"instances: {dc1: m9z.large}", "\"m9z.large\" is not known"}
        }) {
      assertThatThrownBy(() -> start(file(wrong[0]), Map.of()))
          .as(wrong[1])
          .isInstanceOf(MeterException.class)
          .hasMessageContaining(wrong[1]);
    }
  }
}
