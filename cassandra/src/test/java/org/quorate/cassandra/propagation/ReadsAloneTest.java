package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.staleness.DelaySample;

class ReadsAloneTest {
  private final ReadsAlone<String> reads = new ReadsAlone<>();

  @Test
  void jitterIsHowFarEachReadIsFromTheOneBeforeAtTheSameCoordinator() {
    reads.ended("near", 1_000_000);
    reads.ended("far", 50_000_000);
    assertThat(reads.jitter()).isEqualTo(DelaySample.NONE);
    reads.ended("near", 3_000_000);
    reads.ended("far", 49_000_000);
    reads.ended("near", 3_000_000);
    assertThat(reads.jitter()).isEqualTo(DelaySample.of(List.of(0.0, 0.001, 0.002)));
    assertThat(reads.alone()).isEqualTo(DelaySample.of(List.of(0.001, 0.003, 0.003, 0.049, 0.05)));
  }
}
