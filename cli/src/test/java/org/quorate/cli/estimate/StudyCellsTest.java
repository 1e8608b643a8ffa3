package org.quorate.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.staleness.wars.Leg;

final class StudyCellsTest {
  @ParameterizedTest
  @CsvSource({"0ms, 0.004", "5ms, 0.006", "5ms, 0.004", "lognormal 10ms 0.8, 0.018"})
  void halfOfTheSlowestRoundTripIsTheTimeThatWasRecorded(String link, double recorded) {
    Leg leg = StudyCells.leg(DelayDistribution.parse(link), recorded, 3);
    assertThat(StudyCells.halfSlowestRoundTrip(leg, 3))
        .isBetween(0.999 * recorded, 1.001 * recorded);
  }

  @Test
  void withoutARecordedTimeTheLinksHaveToDo() {
    Leg leg = StudyCells.leg(DelayDistribution.parse("5ms"), Double.NaN, 3);
    assertThat(StudyCells.halfSlowestRoundTrip(leg, 3)).isBetween(0.00499, 0.00501);
    assertThatThrownBy(() -> StudyCells.leg(DelayDistribution.NONE, Double.NaN, 3))
        .hasMessageContaining("give --delay or --round-trip");
  }
}
