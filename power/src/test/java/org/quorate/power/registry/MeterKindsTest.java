package org.quorate.power.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.Channel;
import org.quorate.power.CredentialScope;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.energy.SilentMeter;

class MeterKindsTest {
  private final MeterKinds kinds = MeterKinds.standard(Clock.systemUTC(), Map.of());

  @Test
  void everyKindIsThereOnceAndDescribesItself() {
    assertThat(kinds.names())
        .contains(
            "powercap",
            "perf",
            "hwmon",
            "ipmi",
            "redfish",
            "snmp",
            "kwollect",
            "prometheus",
            "scrape",
            "wattsup",
            "csv",
            "energibridge",
            "powerjoular",
            "model");
    assertThat(kinds.all())
        .allSatisfy(
            kind -> {
              assertThat(kind.name()).matches("[a-z]+");
              assertThat(kind.description()).as(kind.name()).isNotBlank().doesNotEndWith(".");
              assertThat(kind.options().values()).as(kind.name()).doesNotContain("");
            });
  }

  @Test
  void aKindIsFoundByItsName() throws Exception {
    assertThat(kinds.named("powercap").name()).isEqualTo("powercap");
  }

  @Test
  void aMisspeltKindIsAnsweredWithTheNearest() {
    assertThatThrownBy(() -> kinds.named("powrecap"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("There is no meter \"powrecap\"")
        .hasMessageContaining("Did you mean powercap?");
  }

  @Test
  void aMisspeltOptionIsToldBeforeAnythingIsOpened() {
    assertThatThrownBy(() -> kinds.check(new MeterSettings("snmp", Map.of("adress", "10.0.0.1"))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Did you mean address?");
  }

  @ParameterizedTest
  @CsvSource({
    "prometheus, url, https://evil.example:9090/x, evil.example",
    "scrape, url, http://node3:9100/metrics, node3",
    "redfish, address, 10.0.0.9:8443, 10.0.0.9",
    "ipmi, address, 10.0.0.9, 10.0.0.9",
    "snmp, address, pdu1.example.org, pdu1.example.org",
    "kwollect, node, taurus-7, api.grid5000.fr"
  })
  void itIsKnownToWhomALoginWouldBeSent(String kind, String option, String value, String host)
      throws Exception {
    MeterSettings settings = new MeterSettings(kind, Map.of("credentials", "PDU", option, value));
    assertThat(kinds.login(settings)).contains(new CredentialScope("PDU", host));
    Map<String, String> theirs =
        Map.of("QUORATE_PDU_TOKEN", "hunter2", "QUORATE_PDU_HOST", "pdu9.example.org");
    assertThatThrownBy(() -> kinds.checkLogin(settings, theirs))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("would be sent to " + host);
  }

  @Test
  void aMeterWithoutCredentialsSendsNone() throws Exception {
    assertThat(kinds.login(new MeterSettings("scrape", Map.of("url", "http://h")))).isEmpty();
    assertThat(kinds.login(new MeterSettings("ipmi", Map.of("credentials", "PDU")))).isEmpty();
  }

  /** A kind whose meter has one channel. */
  private record Scripted(Channel channel, double accuracy) implements MeterKind {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public String description() {
      return "for tests";
    }

    @Override
    public Map<String, String> options() {
      return Map.of();
    }

    @Override
    public List<MeterPresence> find() {
      return List.of();
    }

    @Override
    public PowerMeter open(MeterSettings settings) throws MeterException {
      settings.checkKnown(options().keySet());
      return new SilentMeter("scripted", channel);
    }
  }

  private static ErrorBand error(Channel channel, double accuracy, Map<String, String> options)
      throws Exception {
    MeterKinds scripted = new MeterKinds(List.of(new Scripted(channel, accuracy)));
    try (PowerMeter meter = scripted.open(new MeterSettings("scripted", options))) {
      assertThat(meter.name()).isEqualTo("scripted");
      return meter.error();
    }
  }

  private static final Channel MEASURED = Channel.watts("outlet", Scope.WALL, 1);

  @Test
  void aMeterIsAsFarOffAsItsMakerSaysOrItsUser() throws Exception {
    assertThat(error(MEASURED, 0, Map.of())).isEqualTo(ErrorBand.NONE);
    assertThat(error(MEASURED, 0.015, Map.of())).isEqualTo(ErrorBand.of(0.015));
    assertThat(error(MEASURED, 0.015, Map.of("accuracy", "0.03"))).isEqualTo(ErrorBand.of(0.03));
    assertThat(kinds.named("wattsup").accuracy()).isEqualTo(0.015);
  }

  @Test
  void anotherToolsEstimateIsOffByNobodyKnowsHowMuchUnlessItIsSaid() throws Exception {
    Channel estimated = MEASURED.estimated();
    assertThat(error(estimated, 0.015, Map.of()).isKnown()).isFalse();
    assertThat(error(estimated, 0.015, Map.of("error", "0.3"))).isEqualTo(ErrorBand.of(0.3));
    assertThat(error(estimated.apart(), 0, Map.of())).as("not counted").isEqualTo(ErrorBand.NONE);
  }

  @Test
  void anErrorThatAMeterCannotHaveIsRefused() {
    assertThatThrownBy(() -> error(MEASURED, 0, Map.of("error", "0.3")))
        .hasMessageContaining("write accuracy=");
    assertThatThrownBy(() -> error(MEASURED.estimated(), 0, Map.of("accuracy", "0.3")))
        .hasMessageContaining("write error=");
    assertThatThrownBy(() -> error(MEASURED.estimated(), 0, Map.of("error", "0")))
        .hasMessageContaining("0 is the error of no estimate");
    assertThatThrownBy(() -> kinds.check(new MeterSettings("snmp", Map.of("accuracy", "5 %"))))
        .hasMessageContaining("write 0.05 for 5 %");
  }

  @Test
  void theModelsErrorIsThatOfItsProfile() throws Exception {
    MeterSettings settings = new MeterSettings("model", Map.of("profile", "server-2010"));
    try (PowerMeter meter = kinds.open(settings)) {
      assertThat(meter.error()).isEqualTo(new ErrorBand(0.35, 0.2, 0.3));
    }
    assertThatThrownBy(
            () ->
                kinds.open(
                    new MeterSettings("model", Map.of("profile", "server-2010", "error", "0.01"))))
        .hasMessageContaining("its profile says");
  }

  @Test
  void twoKindsOfOneNameAreAMistakeOfOurs() throws Exception {
    MeterKind csv = kinds.named("csv");
    assertThatThrownBy(() -> new MeterKinds(List.of(csv, csv)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyKindCanBeRecordedApart(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(folder.resolve("w.csv"), "time,watts\n2026-01-02T03:04:05Z,100\n");
    Map<String, String> options = new LinkedHashMap<>();
    options.put("path", file.toString());
    options.put("value", "watts");
    options.put("unit", "W");
    options.put("scope", "host");
    assertThat(kinds.scope(new MeterSettings("csv", options))).contains(Scope.HOST);
    try (PowerMeter meter = kinds.open(new MeterSettings("csv", options))) {
      assertThat(meter.channels()).allMatch(Channel::counted);
    }
    options.put("apart", "yes");
    kinds.check(new MeterSettings("csv", options));
    assertThat(kinds.scope(new MeterSettings("csv", options))).isEmpty();
    try (PowerMeter meter = kinds.open(new MeterSettings("csv", options))) {
      assertThat(meter.channels()).hasSize(1).noneMatch(Channel::counted);
      assertThat(meter.read()).hasSize(1);
    }
    options.put("apart", "maybe");
    assertThatThrownBy(() -> kinds.check(new MeterSettings("csv", options)))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("yes or no");
  }

  @Test
  void whatAKindWillCountIsKnownWhereSettingsSayIt() throws Exception {
    assertThat(scope("powercap", Map.of())).contains(Scope.PROCESSOR);
    assertThat(scope("perf", Map.of("zone", "psys"))).contains(Scope.HOST);
    assertThat(scope("hwmon", Map.of("scope", "wall"))).contains(Scope.WALL);
    assertThat(scope("ipmi", Map.of())).contains(Scope.HOST);
    assertThat(scope("redfish", Map.of())).isEmpty();
    assertThat(scope("snmp", Map.of())).isEmpty();
    assertThat(scope("snmp", Map.of("family", "eaton-epdu"))).contains(Scope.WALL);
    assertThat(scope("snmp", Map.of("family", "dell-idrac"))).contains(Scope.HOST);
    assertThat(scope("kwollect", Map.of())).contains(Scope.WALL);
    assertThat(scope("prometheus", Map.of("scope", "host"))).contains(Scope.HOST);
    assertThat(scope("scrape", Map.of())).isEmpty();
    assertThat(scope("scrape", Map.of("metric", "node_rapl_package_joules_total")))
        .contains(Scope.PROCESSOR);
    assertThat(scope("wattsup", Map.of())).contains(Scope.WALL);
    assertThat(scope("csv", Map.of())).contains(Scope.WALL);
    assertThat(scope("model", Map.of("profile", "server-2010"))).contains(Scope.WALL);
  }

  private Optional<Scope> scope(String kind, Map<String, String> options) throws Exception {
    return kinds.scope(new MeterSettings(kind, options));
  }
}
