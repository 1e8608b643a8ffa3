package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.energy.LiveUse;
import org.quorate.report.terminal.Style;
import org.quorate.study.file.MetersFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.io.Json;

final class ObservedEnergyTest {
  private static final Style PLAIN = new Style(false, false);

  private static final List<Node> NODES =
      List.of(KnownNode.of("10.0.0.1", "dc1"), KnownNode.of("10.0.1.1", "dc2"));

  @TempDir Path folder;

  private Path file(String text) throws Exception {
    return Files.writeString(folder.resolve("meters.yaml"), text);
  }

  private static EnergyReport use(Optional<LiveUse.PerOperation> per, double unknown) {
    return new EnergyReport(
        EnergySamples.use(per, unknown),
        List.of(),
        Optional.empty(),
        Optional.of(2.5e-6),
        Optional.of("FR in 2025"));
  }

  @Test
  void joulesPerOperationStandInTheReportWithWhatTheyAre() {
    String text =
        ReportText.of(Reports.full(1), use(Optional.of(EnergySamples.per()), 0), PLAIN, 100);
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
    assertThat(Json.text(ReportJson.of(Reports.full(1), use(Optional.of(EnergySamples.per()), 0))))
        .contains("\"joulesByHost\"")
        .contains("\"mean\" : 0.125")
        .contains("\"gramsPerMillionOperations\" : 2.5");
    assertThat(PrometheusText.of(EnergyMetrics.of(use(Optional.of(EnergySamples.per()), 0))))
        .contains("quorate_host_energy_joules_total{host=\"web1\",origin=\"measured\"} 4000.0")
        .contains("quorate_power_watts 101.0")
        .contains("quorate_operation_energy_joules 0.125")
        .contains("quorate_energy_known_seconds_total 60.0");
  }

  private static EnergyReport byDataCenter() {
    EnergyReport whole = use(Optional.of(EnergySamples.per()), 15);
    return new EnergyReport(
        whole.use(),
        List.of(
            new DataCenterEnergy(
                "dc1",
                Optional.of(EnergySamples.use(Optional.of(EnergySamples.per()), 0)),
                3,
                List.of()),
            new DataCenterEnergy(
                "dc2",
                Optional.of(EnergySamples.use(Optional.empty(), 15)),
                2,
                List.of("10.0.1.9")),
            new DataCenterEnergy("dc3", Optional.empty(), 1, List.of("10.0.2.1"))),
        whole.boundary(),
        whole.gramsPerOperation(),
        whole.carbonSource());
  }

  @Test
  void dataCentresStandBesideTheWholeWithWhatIsNotKnownOfThem() {
    String text = ReportText.of(Reports.full(1), byDataCenter(), PLAIN, 100);
    assertThat(text.lines().map(line -> line.strip().replaceAll(" +", " ")))
        .contains(
            "data centre mean W J per operation nodes not known",
            "dc1 100 0.125 3 0 s",
            "dc2 100 - 2 15 s",
            "dc3 - - 1 -");
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "Of the 2 nodes of dc2, 1 is on no host with a meter, and in no number here: 10.0.1.9.")
        .contains("those of dc2 are not told of this time.")
        .contains("Of the 1 node of dc3, 1 is on no host with a meter")
        .contains("For 15 s the file of hours lacks an hour (UTC)");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void eachDataCentreIsALabelAndOneWithoutAMeterHasNoJoules() {
    String metrics = PrometheusText.of(EnergyMetrics.of(byDataCenter()));
    assertThat(metrics)
        .contains(
            "quorate_data_center_hosts_energy_joules_total{data_center=\"dc1\",origin=\"measured\"} 6000")
        .contains("quorate_data_center_power_watts{data_center=\"dc1\"} 101.0")
        .contains("quorate_data_center_operation_energy_joules{data_center=\"dc1\"} 0.125")
        .contains("quorate_data_center_energy_unknown_seconds_total{data_center=\"dc2\"} 15.0")
        .contains("quorate_data_center_nodes_unmetered{data_center=\"dc2\"} 1.0")
        .contains("quorate_data_center_nodes_unmetered{data_center=\"dc3\"} 1.0")
        .doesNotContain("power_watts{data_center=\"dc3\"}");
    assertThat(Json.text(ReportJson.of(Reports.full(1), byDataCenter())))
        .contains("\"dataCenter\" : \"dc2\"")
        .contains("\"10.0.2.1\"")
        .contains("\"carbonUnknownSeconds\" : 15.0");
  }

  private static ObservedEnergy start(Path file, Map<String, String> environment) throws Exception {
    MetersFile read = MetersFile.read(file);
    ObservedMeters.check(read, environment, null);
    return ObservedEnergy.start(read, environment, () -> NODES, null);
  }

  @Test
  void metersAreReadAndTheirEnergyIsDividedByWhatTheTablesWereAskedFor() throws Exception {
    Path file =
        file(
            """
            meters: {here: {kind: model, profile: server-2010}}
            hosts: {here: [10.0.0.1]}
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
    assertThat(report.dataCenters())
        .extracting(DataCenterEnergy::name)
        .containsExactly("dc1", "dc2");
    DataCenterEnergy metered = report.dataCenters().get(0);
    assertThat(metered.unmetered()).isEmpty();
    LiveUse.PerOperation coordinated = metered.use().flatMap(LiveUse::perOperation).orElseThrow();
    assertThat(coordinated.joules()).isEqualTo(per.joules());
    assertThat(coordinated.operations() / use.seconds()).isCloseTo(500, within(0.1));
    assertThat(report.dataCenters().get(1))
        .isEqualTo(new DataCenterEnergy("dc2", Optional.empty(), 1, List.of("10.0.1.1")));
  }

  private static OperationRates added(OperationRates rates, boolean known) {
    rates.begin();
    rates.add(Reports.full(1), known, Map.of("dc1", 500.0, "dc2", 400.0));
    return rates;
  }

  private static EnergyReport ofOneWindow(Path file) throws Exception {
    try (ObservedEnergy energy = start(file, Map.of())) {
      assertThat(energy.hosts()).isEqualTo(1);
      OperationRates rates = new OperationRates();
      energy.counted(added(rates, false), System.nanoTime());
      long end = System.nanoTime() + energy.shortestWindow().toNanos();
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      energy.counted(added(rates, true), System.nanoTime());
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
          {"meters: {abc: {kind: model}}\nhosts: {abd: [10.0.0.1]}", "Did you mean abc?"},
          {"instances: m6i.large\nhosts: {a: [10.0.0.1]}", "the host a has no meter"},
          {
            "meters: {a: {kind: model}, b: {kind: model}}\nhosts: {a: [10.0.0.1, b]}",
            "hosts: the node b of a is a host with a meter of its own too"
          },
          {
            "meters: {a: {kind: model}, '::1': {kind: model}}\nhosts: {a: ['[0:0:0:0:0:0:0:1]']}",
            "the node [0:0:0:0:0:0:0:1] of a is a host with a meter of its own too"
          },
          {
            "meters: {a: {kind: model}, b: {kind: model}}\nhosts: {a: ['::1'], b: ['[::1]']}",
            "the node [::1] is on a already"
          },
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
