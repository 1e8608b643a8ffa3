package org.quorate.power.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void twoKindsOfOneNameAreAMistakeOfOurs() throws Exception {
    MeterKind csv = kinds.named("csv");
    assertThatThrownBy(() -> new MeterKinds(List.of(csv, csv)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
