package org.quorate.power.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.Login;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;

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
    assertThat(kinds.login(settings)).contains(new Login("PDU", host));
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

  @Test
  void twoKindsOfOneNameAreAMistakeOfOurs() throws Exception {
    MeterKind csv = kinds.named("csv");
    assertThatThrownBy(() -> new MeterKinds(List.of(csv, csv)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
