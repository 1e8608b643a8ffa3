package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.staleness.DelaySample;

class JitterTest {
  private final Jitter<String> jitter = new Jitter<>();

  @Test
  void itIsHowFarEachReadIsFromTheOneBeforeAtTheSameCoordinator() {
    jitter.ended("near", 1_000_000);
    jitter.ended("far", 50_000_000);
    assertThat(jitter.sample()).isEqualTo(DelaySample.NONE);
    jitter.ended("near", 3_000_000);
    jitter.ended("far", 49_000_000);
    jitter.ended("near", 3_000_000);
    assertThat(jitter.sample()).isEqualTo(DelaySample.of(List.of(0.0, 0.001, 0.002)));
  }
}
