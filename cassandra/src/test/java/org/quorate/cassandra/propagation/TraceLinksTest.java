package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TraceLinksTest {
  private final TraceLinks links = new TraceLinks();

  @Test
  void mediansOfEachLinkSlowestFirst() {
    assertThat(links.medians()).isEmpty();
    links.add(TraceWaitsTest.trace(0.010, 0.001, 0.030, Double.NaN));
    links.add(TraceWaitsTest.trace(0.014, 0.003, 0.050, Double.NaN));
    links.add(TraceWaitsTest.trace(0.012, Double.NaN));
    assertThat(links.medians())
        .extracting(ReplicaLink::replica)
        .containsExactly("10.0.0.3:7000", "10.0.0.2:7000");
    ReplicaLink slow = links.medians().get(0);
    assertThat(slow.roundTrip()).isCloseTo(0.040, within(1e-12));
    assertThat(slow.links()).isNaN();
    assertThat(slow.traces()).isEqualTo(2);
    ReplicaLink fast = links.medians().get(1);
    assertThat(fast.coordinator()).isEqualTo("10.0.0.1:7000");
    assertThat(fast.roundTrip()).isCloseTo(0.012, within(1e-12));
    assertThat(fast.links()).isCloseTo(0.010, within(1e-12));
    assertThat(fast.atReplica()).isCloseTo(0.002, within(1e-12));
    assertThat(fast.traces()).isEqualTo(3);
  }

  @Test
  void oldTracesAreForgotten() {
    links.add(TraceWaitsTest.trace(9, 0, 9, 0));
    for (int i = 0; i < TraceLinks.MOST_TRACES; i++) {
      links.add(TraceWaitsTest.trace(0.001, 0));
    }
    assertThat(links.medians())
        .singleElement()
        .extracting(ReplicaLink::traces)
        .isEqualTo(TraceLinks.MOST_TRACES);
  }
}
