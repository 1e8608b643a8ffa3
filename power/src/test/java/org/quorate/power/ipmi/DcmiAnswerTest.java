package org.quorate.power.ipmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.power.MeterException;

/** What versions of ipmitool print. */
class DcmiAnswerTest {
  @Test
  void stampAndPeriodMayShareALine() throws Exception {
    String text =
        """

            Instantaneous power reading:                   187 Watts
            Minimum during sampling period:                 95 Watts
            Maximum during sampling period:                251 Watts
            Average power reading over sample period:      163 Watts
            IPMI timestamp:                           11/21/26 19:13:04 UTC    Sampling period:                          00000001 Seconds.
            Power reading state is:                   activated


        """;
    assertThat(DcmiAnswer.parse(text)).isEqualTo(new DcmiAnswer(187, true));
  }

  @Test
  void eachItemMayHaveItsLine() throws Exception {
    String text =
        """
            Instantaneous power reading:                   346 Watts
            Minimum during sampling period:                 12 Watts
            Maximum during sampling period:                703 Watts
            Average power reading over sample period:      346 Watts
            IPMI timestamp:                           Tue Jul 16 14:57:49 2024
            Sampling period:                          00065530 Seconds.
            Power reading state is:                   activated
        """;
    assertThat(DcmiAnswer.parse(text)).isEqualTo(new DcmiAnswer(346, true));
  }

  @Test
  void deactivatedButPlausibleWattsAreTaken() throws Exception {
    String text =
        """
            Instantaneous power reading:                   235 Watts
            Minimum during sampling period:                235 Watts
            Maximum during sampling period:                235 Watts
            Average power reading over sample period:      235 Watts
            IPMI timestamp:                           Thu Jan  1 00:00:00 1970
            Sampling period:                          00000000 Seconds.
            Power reading state is:                   deactivated
        """;
    assertThat(DcmiAnswer.parse(text)).isEqualTo(new DcmiAnswer(235, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65535", "-1", "99999"})
  void wattsThatNoHostDrawsAreRefused(String watts) {
    String text =
        "    Instantaneous power reading:  %s Watts\n Power reading state is: activated\n"
            .formatted(watts);
    assertThatThrownBy(() -> DcmiAnswer.parse(text))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining(watts + " W, which no running host draws");
  }

  @Test
  void aControllerWithoutDcmiSaysSo() {
    String text = "\n    DCMI request failed because: Invalid command (c1)\n";
    assertThat(DcmiAnswer.failure(text)).contains("Invalid command (c1)");
    assertThatThrownBy(() -> DcmiAnswer.parse(text))
        .isInstanceOf(MeterException.class)
        .hasMessage("The controller has no DCMI power reading: Invalid command (c1).");
  }

  @Test
  void ipmitoolsOwnWordsReachTheUser() {
    assertThatThrownBy(
            () -> DcmiAnswer.parse("Error: Unable to establish IPMI v2 / RMCP+ session\n"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Unable to establish IPMI v2 / RMCP+ session");
  }
}
