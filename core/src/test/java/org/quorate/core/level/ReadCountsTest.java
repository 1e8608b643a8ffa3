package org.quorate.core.level;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadCountsTest {
  private final ReadCounts reads = new ReadCounts();

  @Test
  void readsAreCountedByLevelUntilTheyBeginAnew() {
    reads.sent(Level.ONE);
    reads.sent(Level.QUORUM);
    reads.sent(Level.ALL);
    reads.sent(Level.ALL);
    assertThat(reads.counts()).isEqualTo(Map.of(Level.ONE, 1L, Level.QUORUM, 1L, Level.ALL, 2L));
    assertThat(reads.shares()).isEqualTo(Map.of("ONE", 0.25, "QUORUM", 0.25, "ALL", 0.5));
    reads.reset();
    assertThat(reads.counts()).isEmpty();
    assertThat(reads.shares()).isEmpty();
  }
}
