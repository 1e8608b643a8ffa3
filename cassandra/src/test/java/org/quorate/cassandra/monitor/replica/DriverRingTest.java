package org.quorate.cassandra.monitor.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.RangesBehind;
import org.quorate.core.replica.ReplicatedRange;

class DriverRingTest {
  private static final int READS = 200_000;

  /** Seed 1; 3 % and six standard deviations. */
  @Test
  void oneReplicaBehindInAClusterOfAHundredNodesConcernsThreeReadsInAHundred() {
    StandInRing ring = new StandInRing(100, 3, new IllegalStateException());
    List<KeyRange> ranges =
        RangesBehind.of(
            DriverRing.of(ring.metadata(), "shop", any -> true), Set.of(ring.node(42).id));
    SplittableRandom random = new SplittableRandom(1);
    int raised = 0;
    for (int i = 0; i < READS; i++) {
      long token = random.nextLong();
      raised += ranges.stream().anyMatch(range -> range.contains(token)) ? 1 : 0;
    }
    assertThat((double) raised / READS).isBetween(0.0277, 0.0323);
  }

  @Test
  void nodesThatAnswerNoReadsOfATableAreNoReplicas() {
    StandInRing ring = new StandInRing(6, 3, new IllegalStateException());
    assertThat(DriverRing.of(ring.metadata(), "shop", node -> node == ring.node(1).node))
        .extracting(ReplicatedRange::replicas)
        .containsOnly(Set.of(), Set.of(ring.node(1).id));
  }

  @Test
  void withoutATokenMapItIsTheWholeRingAtEveryNode() {
    StandInRing ring = new StandInRing(3, 2, new IllegalStateException());
    Metadata withoutTokens =
        (Metadata)
            Proxy.newProxyInstance(
                Metadata.class.getClassLoader(),
                new Class<?>[] {Metadata.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getTokenMap")
                        ? Optional.empty()
                        : ring.metadata().getNodes());
    List<KeyRange> ranges =
        RangesBehind.of(DriverRing.of(withoutTokens, "shop", any -> true), Set.of(ring.node(0).id));
    assertThat(ranges).hasSize(1);
    for (long token : new long[] {Long.MIN_VALUE, -5, 0, 5, Long.MAX_VALUE}) {
      assertThat(ranges.get(0).contains(token)).isTrue();
    }
  }
}
