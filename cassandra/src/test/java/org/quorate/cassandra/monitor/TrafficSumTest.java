package org.quorate.cassandra.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.cassandra.table.TableName;

class TrafficSumTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  @Test
  void writesThatCoordinatorsCountTooFewOfAreSeenAtTheReplicas() {
    // Ten batches of 30 partitions a second, as a server counts them, and three replicas.
    assertThat(writes(10, 900, 3)).isEqualTo(300);
    // Conditional writes are not counted by coordinators at all.
    assertThat(writes(0, 300, 3)).isEqualTo(100);
    assertThat(writes(100, 270, 3)).as("some are still on their way").isEqualTo(100);
    assertThat(writes(100, 900, 0)).as("unknown replication").isEqualTo(100);
    assertThat(writes(Double.NaN, 900, 3)).as("not counted by this source").isEqualTo(300);
  }

  private static double writes(double byClients, double atReplicas, int replicas) {
    return new TrafficSum(CARTS, 0, byClients, 0, atReplicas).traffic(replicas).writesPerSecond();
  }
}
