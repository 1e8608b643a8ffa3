package org.quorate.lab.cassandra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HintsToldTest {
  @Test
  void settingsAreReadAsEachVersionPrintsThem() {
    assertThat(
            told(
                Map.of(
                    "hinted_handoff_enabled", "true",
                    "max_hint_window", "90m",
                    "hinted_handoff_disabled_datacenters", "[gear, other]",
                    "authenticator", "PasswordAuthenticator")))
        .isEqualTo(
            new HintsTold(true, Duration.ofMinutes(90), Set.of("gear", "other"), Set.of(), true));
    assertThat(told(Map.of("hinted_handoff_enabled", "false", "max_hint_window_in_ms", "60000")))
        .isEqualTo(new HintsTold(false, Duration.ofMinutes(1), Set.of(), Set.of(), false));
  }

  @Test
  void whatIsNotToldIsAsByDefault() {
    assertThat(told(Map.of())).isEqualTo(HintsTold.USUAL);
  }

  private static HintsTold told(Map<String, String> settings) {
    return HintsTold.of(settings, Set.of());
  }
}
