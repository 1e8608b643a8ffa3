package org.quorate.power.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.http.FakeWeb;

/** Against a server that says what exporters say. */
class ScrapeMeterTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private volatile String page = "";
  private FakeWeb web;

  @BeforeEach
  void start() throws Exception {
    web =
        FakeWeb.plain(
            request ->
                request.path().equals("/metrics")
                    ? FakeWeb.Response.ok(page)
                    : FakeWeb.Response.status(404));
  }

  @AfterEach
  void stop() {
    web.close();
  }

  @Test
  void keplersZonesOverlapSoThatOnlyPackagesAreTaken() throws Exception {
    page =
        """
        # TYPE kepler_node_cpu_joules_total counter
        kepler_node_cpu_joules_total{node_name="n",path="/sys/0",zone="package"} 1000.5
        kepler_node_cpu_joules_total{node_name="n",path="/sys/0/0",zone="core"} 700
        kepler_node_cpu_joules_total{node_name="n",path="/sys/0/1",zone="dram"} 90
        kepler_node_cpu_joules_total{node_name="n",path="/sys/1",zone="psys"} 2000
        kepler_node_cpu_watts{node_name="n",path="/sys/0",zone="package"} 30
        """;
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels())
          .containsExactly(Channel.joules("kepler_node_cpu_joules_total", Scope.PROCESSOR, 0));
      assertThat(values(meter)).containsExactly(1000.5);
    }
    try (PowerMeter meter = open(Map.of("labels", "zone=dram", "scope", "memory"))) {
      assertThat(values(meter)).containsExactly(90.0);
      assertThat(meter.channels().get(0).scope()).isEqualTo(Scope.MEMORY);
    }
    assertThatThrownBy(() -> open(Map.of("labels", "zone=dram")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("scope=");
  }

  @Test
  void oldKeplersModesAndPackagesAddUp() throws Exception {
    page =
        """
        kepler_node_info{components_power_source="rapl-sysfs",cpu_architecture="x"} 1
        kepler_node_package_joules_total{mode="dynamic",package="0"} 10
        kepler_node_package_joules_total{mode="idle",package="0"} 20
        kepler_node_package_joules_total{mode="dynamic",package="1"} 30
        kepler_node_package_joules_total{mode="idle",package="1"} 40
        kepler_node_core_joules_total{mode="idle",package="1"} 4000
        """;
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels()).extracting(Channel::origin).containsOnly(Origin.MEASURED);
      assertThat(values(meter)).containsExactly(10.0, 20.0, 30.0, 40.0);
      assertThat(meter.channels().get(0).name()).isEqualTo("mode=dynamic,package=0");
    }
  }

  @Test
  void oldKeplersEstimatorIsLabelledAnEstimate() throws Exception {
    page =
        """
        kepler_node_info{components_power_source="estimator",platform_power_source="none"} 1
        kepler_node_package_joules_total{mode="dynamic",package="0"} 10
        """;
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels()).extracting(Channel::origin).containsOnly(Origin.ESTIMATED);
    }
  }

  @Test
  void keplersPlatformWattsOfSeveralControlsAreNotAddedUp() throws Exception {
    page =
        """
        kepler_platform_watts{chassis_id="1U",source="redfish",source_name="Server Power Control",source_type="PowerControl"} 344
        kepler_platform_watts{chassis_id="1U",source="redfish",source_name="Chassis Power Control",source_type="PowerControl"} 45
        """;
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Chassis Power Control");
    try (PowerMeter meter = open(Map.of("labels", "source_name=Server Power Control"))) {
      assertThat(values(meter)).containsExactly(344.0);
    }
  }

  @Test
  void scaphandresCounterIsPreferredToItsGauge() throws Exception {
    page =
        """
        scaph_host_power_microwatts 12500000
        scaph_host_energy_microjoules 987654321
        scaph_process_power_consumption_microwatts{pid="1"} 77
        """;
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(987.654321);
    }
    try (PowerMeter meter = open(Map.of("metric", "scaph_host_power_microwatts"))) {
      assertThat(values(meter)).containsExactly(12.5);
    }
  }

  @Test
  void nodeExportersPackagesAddUpWithoutTheirMemoryMappedTwins() throws Exception {
    page =
        """
        node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0"} 100
        node_rapl_package_joules_total{index="1",path="/sys/class/powercap/intel-rapl:1"} 200
        node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl-mmio:0"} 100
        node_rapl_dram_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0:1"} 7
        """;
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(100.0, 200.0);
    }
  }

  @Test
  void aGraphicsCardIsNotTakenForTheHost() throws Exception {
    String card = "node_hwmon_power_average_watt{chip=\"amdgpu_pci_0400\",sensor=\"power1\"} 200\n";
    page = card;
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("amdgpu_pci_0400");
    page =
        card
            + "node_hwmon_power_average_watt{chip=\"lnxsybus:00_acpi000d:00\",sensor=\"power1\"} 416\n";
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(416.0);
    }
  }

  @Test
  void processorsAndHostOfOneExporterAreNotMixed() {
    page =
        """
        node_rapl_package_joules_total{index="0",path="x"} 100
        node_hwmon_power_average_watt{chip="acpi000d:00",sensor="power1"} 200
        """;
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("node_rapl_package_joules_total (processors)")
        .hasMessageContaining("node_hwmon_power_average_watt (the whole host)");
  }

  @Test
  void aSensorThatSaysZeroIsRefused() {
    page = "ipmi_dcmi_power_consumption_current_watts 0\n";
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("is 0 W");
  }

  @Test
  void ipmiExporterAndTheExportersOwnTimes() throws Exception {
    page = "ipmi_dcmi_power_consumption_current_watts 187 1767323040000\n";
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read())
          .containsExactly(new Reading(0, Instant.parse("2026-01-02T03:04:00Z"), NOW, 187));
    }
  }

  @Test
  void aSeriesThatIsGoneOrNoNumberIsMissing() throws Exception {
    page = "ipmi_dcmi_power_consumption_current_watts 187\n";
    try (PowerMeter meter = open(Map.of())) {
      page = "up 1\n";
      assertThat(values(meter)).containsExactly(Double.NaN);
      page = "ipmi_dcmi_power_consumption_current_watts NaN\n";
      assertThat(values(meter)).containsExactly(Double.NaN);
      page = "ipmi_dcmi_power_consumption_current_watts -1\n";
      assertThat(values(meter)).containsExactly(Double.NaN);
    }
  }

  @Test
  void anyMetricCanBeNamedWithItsUnitAndScope() throws Exception {
    page = "plug_watts{plug=\"a\"} 60\nplug_watts{plug=\"b\"} 70\n";
    Map<String, String> named =
        Map.of("metric", "plug_watts", "unit", "W", "scope", "wall", "labels", "plug=b");
    try (PowerMeter meter = open(named)) {
      assertThat(meter.channels()).containsExactly(Channel.watts("plug_watts", Scope.WALL, 0));
      assertThat(values(meter)).containsExactly(70.0);
    }
    assertThatThrownBy(() -> open(Map.of("metric", "plug_watts", "scope", "wall")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("unit=");
  }

  @Test
  void aPageWithoutPowerIsRefused() {
    page = "up 1\n";
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("metric=");
  }

  @Test
  void thePagesUsualPathNeedNotBeWritten() throws Exception {
    page = "ipmi_dcmi_power_consumption_current_watts 187\n";
    try (PowerMeter meter = open(Map.of("url", web.authority()))) {
      assertThat(values(meter)).containsExactly(187.0);
    }
  }

  private PowerMeter open(Map<String, String> more) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", web.url() + "/metrics");
    options.putAll(more);
    return new Scrape(Map.of(), InstantSource.fixed(NOW))
        .open(new MeterSettings("scrape", options));
  }

  private static List<Double> values(PowerMeter meter) throws Exception {
    return meter.read().stream().map(Reading::value).toList();
  }
}
