package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How soon nodes are raised that are cut off, and that no others are; in a model of gossip. */
class CutOffReplicaTest {
  /** Until all replicas are known to be fresh. */
  private static final double BEGIN = 5;

  private static GossipingCluster begun(int nodes, double writes, double millis, long seed) {
    GossipingCluster cluster = new GossipingCluster(nodes, writes, millis, seed);
    cluster.run(BEGIN + seed % 10 * 0.1);
    assertThat(cluster.isCalm()).isTrue();
    return cluster;
  }

  /**
   * Seed 1. Without writes pairs of nodes are silent for seconds; some messages take as long as
   * half a second.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 0, 5, 3600",
    "3, 0.3, 20, 3600",
    "6, 0, 5, 3600",
    "24, 0, 5, 300",
    "200, 0, 5, 60"
  })
  void nobodyIsRaisedWhileNothingIsCutOff(int nodes, double writes, double millis, int seconds) {
    GossipingCluster cluster = begun(nodes, writes, millis, 1);
    cluster.run(seconds);
    assertThat(cluster.raised()).isEmpty();
    assertThat(cluster.isCalm()).isTrue();
  }

  /** Seconds from the fault until the last node is raised, in order; seeds 1 to {@code trials}. */
  private static double[] delays(
      int trials, int nodes, double writes, Consumer<GossipingCluster> fault) {
    UUID last = GossipingCluster.id(nodes - 1);
    return LongStream.rangeClosed(1, trials)
        .mapToDouble(
            seed -> {
              GossipingCluster cluster = begun(nodes, writes, 5, seed);
              double began = cluster.seconds();
              fault.accept(cluster);
              cluster.run(40);
              Map<UUID, Double> raised = cluster.raised();
              assertThat(raised).containsKey(last);
              return Objects.requireNonNull(raised.get(last)) - began;
            })
        .sorted()
        .toArray();
  }

  /** With writes in a second, and seconds that the median and the latest of 40 trials are below. */
  @ParameterizedTest
  @CsvSource({
    "3, 100, 3.6, 4.1",
    "3, 0, 3.2, 7",
    "6, 100, 3.6, 4.1",
    "6, 0, 3.5, 7",
    "12, 5, 6, 7"
  })
  void aNodeThatNobodyReachesIsRaisedWithinSeconds(
      int nodes, double writes, double median, double latest) {
    double[] delays = delays(40, nodes, writes, cluster -> cluster.isolate(nodes - 1));
    assertThat(delays[delays.length / 2]).isLessThan(median);
    assertThat(delays[delays.length - 1]).isLessThan(latest);
  }

  @ParameterizedTest
  @CsvSource({"3, 100, 3.6, 4.1", "3, 0, 3.5, 8", "6, 100, 3.6, 6.1", "6, 5, 3.7, 10"})
  void oneThatAnotherDoesNotReachIsRaisedAndNoOther(
      int nodes, double writes, double median, double latest) {
    double[] delays =
        delays(
            40,
            nodes,
            writes,
            cluster -> {
              cluster.cut(0, nodes - 1);
              cluster.run(30);
              if (writes > 0) {
                assertThat(cluster.raised()).hasSize(1);
              }
            });
    assertThat(delays[delays.length / 2]).isLessThan(median);
    assertThat(delays[delays.length - 1]).isLessThan(latest);
  }

  /** Which its heartbeat tells, since a round of questions takes too long. */
  @Test
  void oneOfTwoHundredIsRaisedWithinHalfAMinute() {
    double[] delays = delays(2, 200, 0, cluster -> cluster.isolate(199));
    assertThat(delays[1]).isBetween(22.0, 30.0);
  }

  @Test
  void oneThatReachesNobodyIsRaisedAndTheOthersAreNot() {
    GossipingCluster cluster = begun(6, 100, 5, 1);
    for (int other = 0; other < 5; other++) {
      cluster.cut(5, other);
    }
    cluster.run(8);
    assertThat(cluster.raised()).containsOnlyKeys(GossipingCluster.id(5));
  }
}
