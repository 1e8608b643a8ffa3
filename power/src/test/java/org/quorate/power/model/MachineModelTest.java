package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;

class MachineModelTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  private HostUse use = new HostUse(0, 0, 0);

  private final MachineModel model =
      new MachineModel(
          new UseSource() {
            @Override
            public HostUse read() {
              return use;
            }

            @Override
            public double cores() {
              return 2;
            }
          },
          () -> now);

  @Test
  void estimatesByTheProfileThatItIsTold() throws Exception {
    PowerMeter meter =
        model.open(new MeterSettings("model", Map.of("profile", "cloud-per-core", "times", "2")));
    assertThat(meter.channels().get(0).origin()).isEqualTo(Origin.ESTIMATED);
    now = START.plusSeconds(10);
    use = new HostUse(20, 0, 0);
    assertThat(meter.read().get(0).value()).isCloseTo(10 * 2 * 3.5, within(1e-9));
  }

  @Test
  void isFoundEverywhereAsAFallback() {
    assertThat(model.find())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.state()).isEqualTo(MeterPresence.State.ON_REQUEST);
              assertThat(finding.reason()).contains("estimate");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "profile, server-2011, Did you mean server-2010?",
    "times, 0, above 0",
    "period, 10ms, at least 100ms",
    "period, soon, not a duration"
  })
  void whatIsWrongIsNamed(String option, String value, String message) {
    Map<String, String> options = new java.util.HashMap<>(Map.of("profile", "server-2010"));
    options.put(option, value);
    assertThatThrownBy(() -> model.open(new MeterSettings("model", options)))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aProfileIsNeeded() {
    assertThat(List.of(model.options().keySet())).isNotEmpty();
    assertThatThrownBy(() -> model.open(new MeterSettings("model", Map.of())))
        .hasMessageContaining("needs profile=");
  }
}
