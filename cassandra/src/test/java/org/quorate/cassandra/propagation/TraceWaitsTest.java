package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.NodeAddress;

class TraceWaitsTest {
  @Test
  void theQueueOfAReplicaIsWaitedForAndTheWorkOfAnIdleOneIsNot() {
    TraceWaits waits =
        TraceWaits.of(
            List.of(trace(0.011, 0.001, 0.041, 0.021), trace(0.012, 0.002, 0.013, Double.NaN)));
    assertThat(waits.slowest()).hasSize(2);
    assertThat(waits.slowest().get(0)).isCloseTo(0.040, within(1e-12));
    assertThat(waits.slowest().get(1)).isCloseTo(0.012, within(1e-12));
    assertThat(waits.majority().get(0)).isCloseTo(0.010, within(1e-12));
    assertThat(waits.majority().get(1)).isCloseTo(0.011, within(1e-12));
  }

  @Test
  void whereNoReplicaTellsWhatItTookTheWholeRoundTripCounts() {
    TraceWaits waits = TraceWaits.of(List.of(trace(0.011, Double.NaN)));
    assertThat(waits.slowest()).isEqualTo(waits.majority()).containsExactly(0.011);
  }

  @Test
  void ofFiveReplicasTheSecondNearestCompletesAMajority() {
    TraceWaits waits =
        TraceWaits.of(List.of(trace(0.004, 0.0, 0.001, 0.0, 0.003, 0.0, 0.002, 0.0)));
    assertThat(waits.majority()).containsExactly(0.002);
    assertThat(waits.slowest()).containsExactly(0.004);
  }

  /** Round trip and time at the replica, of each replica. */
  static TraceLegs trace(double... times) {
    List<TraceLegs.Leg> legs = new ArrayList<>();
    for (int i = 0; i < times.length; i += 2) {
      legs.add(
          new TraceLegs.Leg(
              new NodeAddress("10.0.0." + (2 + i / 2), 7000), times[i], times[i + 1]));
    }
    return new TraceLegs(new NodeAddress("10.0.0.1", 7000), legs);
  }
}
