package org.quorate.lab.cassandra.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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
            new HintsTold(
                true,
                Duration.ofMinutes(90),
                Set.of("gear", "other"),
                Optional.of(Set.of()),
                false,
                true));
    assertThat(told(Map.of("hinted_handoff_enabled", "false", "max_hint_window_in_ms", "60000")))
        .isEqualTo(
            new HintsTold(
                false, Duration.ofMinutes(1), Set.of(), Optional.of(Set.of()), false, false));
  }

  @Test
  void aLimitedAmountOfHintsIsSeen() {
    assertThat(told(Map.of("max_hints_size_per_host", "0B")).isLimited()).isFalse();
    assertThat(told(Map.of("max_hints_size_per_host", "512MiB")).isLimited()).isTrue();
    assertThat(told(Map.of("max_hints_size_per_host", "0.5GiB")).isLimited()).isTrue();
  }

  @Test
  void aWindowThatCannotBeUnderstoodIsNotTakenForTheUsualOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> told(Map.of("max_hint_window", "a while")));
  }

  @Test
  void whatIsNotToldIsAsByDefault() {
    assertThat(HintsTold.of(Map.of(), Optional.empty())).isEqualTo(HintsTold.USUAL);
  }

  private static HintsTold told(Map<String, String> settings) {
    return HintsTold.of(settings, Optional.of(Set.of()));
  }
}
