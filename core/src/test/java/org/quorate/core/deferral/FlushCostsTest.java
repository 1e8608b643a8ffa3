package org.quorate.core.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlushCostsTest {
  private final FlushCosts costs = new FlushCosts(100);

  @Test
  void aWriteCostsItsShareOfTheFlush() {
    costs.flushed(3000, 10, 0.02);
    List<FlushCost> known = costs.known(1);
    assertThat(known).hasSize(1);
    assertThat(known.get(0).batchBytes()).isEqualTo(2048);
    assertThat(known.get(0).secondsPerWrite()).isCloseTo(0.002, within(1e-12));
  }

  @Test
  void sizesAreClassesOfPowersOfTwo() {
    assertThat(FlushCosts.sizeClass(1)).isEqualTo(1);
    assertThat(FlushCosts.sizeClass(1023)).isEqualTo(512);
    assertThat(FlushCosts.sizeClass(1024)).isEqualTo(1024);
    costs.flushed(1023, 1, 1);
    costs.flushed(1024, 1, 1);
    costs.flushed(2047, 1, 1);
    assertThat(costs.known(0.5)).extracting(FlushCost::batchBytes).containsExactly(512L, 1024L);
  }

  @Test
  void meansAreWeightedByWrites() {
    FlushCosts forever = new FlushCosts(1e12);
    forever.flushed(1024, 1, 1);
    forever.flushed(1024, 9, 1);
    assertThat(forever.known(1).get(0).secondsPerWrite()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void aSizeThatIsNoLongerUsedIsForgotten() {
    for (int flush = 0; flush < 20; flush++) {
      costs.flushed(1024, 10, 1);
    }
    assertThat(costs.known(8)).extracting(FlushCost::batchBytes).containsExactly(1024L);
    for (int flush = 0; flush < 200; flush++) {
      costs.flushed(4096, 10, 1);
    }
    assertThat(costs.known(8)).extracting(FlushCost::batchBytes).containsExactly(4096L);
  }

  @Test
  void aMemoryOfLessThanAFlushIsRefused() {
    assertThatThrownBy(() -> new FlushCosts(0.5)).isInstanceOf(IllegalArgumentException.class);
  }
}
