package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.staleness.Propagation;

class NetworkTimeTest {
  @Test
  void itIsHalfTheMedianAndTheTransmission() {
    // 1000 bytes at 1 MB/s take 1 ms; half the median of 30, 40, 50, 60, 200 ms is 25 ms.
    Propagation time = new NetworkTime(1000, 1e6).of(List.of(0.2, 0.03, 0.04, 0.05, 0.06));
    assertThat(time.seconds()).isCloseTo(0.026, within(1e-12));
    assertThat(time.lowSeconds()).isCloseTo(0.021, within(1e-12));
    assertThat(time.highSeconds()).isCloseTo(0.031, within(1e-12));
  }

  @Test
  void roundTripsBelowZeroAreZero() {
    Propagation time = new NetworkTime(1000, 1e6).of(List.of(-0.004, -0.002, 0.008));
    assertThat(time.lowSeconds()).isCloseTo(0.001, within(1e-12));
    assertThat(time.seconds()).isCloseTo(0.001, within(1e-12));
    assertThat(time.highSeconds()).isCloseTo(0.0025, within(1e-12));
  }

  @Test
  void sizeAndBandwidthMustBeAboveZero() {
    assertThatThrownBy(() -> new NetworkTime(0, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new NetworkTime(1, Double.NaN)).hasMessageContaining("above 0");
  }
}
