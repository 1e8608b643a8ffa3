package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

final class ClusteredMeanTest {
  private static ClusteredMean of(List<List<Double>> clusters, long seed) {
    return ClusteredMean.of(clusters, 0.95, 2_000, new SeededRandom(seed));
  }

  /** Values of mean 0 that are alike within a cluster. */
  private static List<List<Double>> drawn(int count, SeededRandom random) {
    List<List<Double>> clusters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double common = random.nextGaussian();
      List<Double> cluster = new ArrayList<>();
      for (int j = 0; j <= i % 10; j++) {
        cluster.add(common + random.nextGaussian());
      }
      clusters.add(cluster);
    }
    return clusters;
  }

  /** A binomial count of 400 at 93 %, as bootstraps of 30 clusters have it: 4 deviations wide. */
  @Test
  void theTrueMeanIsInTheIntervalAboutAsOftenAsStated() {
    SeededRandom random = new SeededRandom(11);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      List<List<Double>> clusters = drawn(30, random);
      held += ClusteredMean.of(clusters, 0.95, 300, random).interval().contains(0) ? 1 : 0;
    }
    assertThat(held / 400.0).isBetween(0.88, 0.98);
  }

  /** sqrt(sum of squared cluster residuals) / values, the usual cluster-robust error of a mean. */
  @Test
  void itsWidthIsThatOfTheClusterRobustError() {
    List<List<Double>> clusters = drawn(200, new SeededRandom(3));
    ClusteredMean mean = of(clusters, 1);
    double squares = 0;
    int values = 0;
    for (List<Double> cluster : clusters) {
      double residual = cluster.stream().mapToDouble(value -> value - mean.mean()).sum();
      squares += residual * residual;
      values += cluster.size();
    }
    double width = 2 * 1.96 * Math.sqrt(squares) / values;
    assertThat(mean.interval().high() - mean.interval().low())
        .isCloseTo(width, within(0.1 * width));
    assertThat(mean.clusters()).isEqualTo(200);
  }

  @Test
  void everyValueCountsTheSameAndTheSameSeedGivesTheSameInterval() {
    List<List<Double>> clusters = List.of(List.of(1.0, 1.0, 1.0), List.of(5.0));

    assertThat(of(clusters, 1).mean()).isEqualTo(2);
    assertThat(of(clusters, 1)).isEqualTo(of(clusters, 1));
  }

  @Test
  void oneClusterSaysNothingOfOthersAndAlikeOnesLeaveAPoint() {
    assertThat(of(List.of(List.of(1.0, 2.0)), 1).interval())
        .isEqualTo(new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.95));
    assertThat(of(List.of(List.of(1.0, 1.0), List.of(1.0)), 1).interval())
        .isEqualTo(new Interval(1, 1, 0.95));
  }

  @Test
  void withoutNumbersThereIsNoMean() {
    assertThatThrownBy(() -> of(List.of(), 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of(List.of(List.of()), 1))
        .hasMessageContaining("needs a number in each");
  }
}
