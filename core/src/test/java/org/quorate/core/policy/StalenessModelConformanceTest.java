package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.HarmonyModel;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.PerKeyHarmonyModel;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.StalenessModel;

/**
 * What holds for every staleness model, over observations drawn at random. A model of {@link
 * StalenessModels} is here by being there.
 */
final class StalenessModelConformanceTest {
  private static final long SEED = 20_261_126;
  private static final int OBSERVATIONS = 60;

  static List<StalenessModel> models() {
    return StalenessModels.all();
  }

  @ParameterizedTest
  @MethodSource("models")
  void itIsFoundByItsNameAndSaysWhatItsFigureMeans(StalenessModel model) {
    assertThat(StalenessModels.named(model.name())).isSameAs(model);
    assertThat(model.meaning()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("models")
  void moreReplicasAreNeverEstimatedStaler(StalenessModel model) {
    for (Observation observation : observations()) {
      double before = Double.POSITIVE_INFINITY;
      for (int read = 1; read <= observation.replicationFactor(); read++) {
        double raw = model.raw(observation, observation.propagation().seconds(), read);
        assertThat(raw).as("%s of %s", model.name(), observation).isBetween(0.0, before);
        before = raw;
      }
      assertThat(before).as("%s at all replicas", model.name()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void slowerPropagationIsNeverEstimatedFresher(StalenessModel model) {
    for (Observation observation : observations()) {
      double before = 0;
      for (double seconds : new double[] {0, 0.0005, 0.01, 0.2, 5}) {
        double raw = model.raw(observation, seconds, 1);
        assertThat(raw).as("%s of %s", model.name(), observation).isGreaterThanOrEqualTo(before);
        before = raw;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void whereNothingIsWrittenNothingIsStale(StalenessModel model) {
    for (Observation observation : observations()) {
      Observation unwritten = written(observation, 0);
      assertThat(model.raw(unwritten, observation.propagation().seconds(), 1))
          .as("%s of %s", model.name(), unwritten)
          .isZero();
      assertThat(model.replicasNeeded(unwritten, 0)).isLessThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void moreWritesAreNeverEstimatedFresher(StalenessModel model) {
    for (Observation observation : observations()) {
      for (int read = 1; read <= observation.replicationFactor(); read++) {
        double before = 0;
        for (double times : new double[] {0, 0.5, 1, 2, 100}) {
          double raw =
              model.raw(
                  written(observation, times * observation.writesPerSecond()),
                  observation.propagation().seconds(),
                  read);
          assertThat(raw)
              .as("%s of %s written %s times as often", model.name(), observation, times)
              .isGreaterThanOrEqualTo(before);
          before = raw;
        }
      }
    }
  }

  /** R + W &gt; N: Harmony's formula alone does not know of W, and says so. */
  @ParameterizedTest
  @MethodSource("models")
  void whereReadsMeetEveryWriteNothingIsStaleUnlessItLeavesThatOut(StalenessModel model) {
    Set<Boolean> zero = new HashSet<>();
    for (Observation observation : observations()) {
      int replicas = observation.replicationFactor();
      for (int read = replicas - observation.writeReplicas() + 1; read <= replicas; read++) {
        zero.add(model.raw(observation, observation.propagation().seconds(), read) == 0);
      }
    }
    if (model instanceof HarmonyModel || model instanceof PerKeyHarmonyModel) {
      assertThat(zero).contains(false);
    } else {
      assertThat(zero).containsExactly(true);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void itsEstimateIsARateWithinItsBounds(StalenessModel model) {
    for (Observation observation : observations()) {
      for (int read = 1; read <= observation.replicationFactor(); read++) {
        Estimate estimate = model.estimate(observation, read);
        assertThat(Stream.of(0.0, estimate.low(), estimate.rate(), estimate.high(), 1.0))
            .as("%s of %s", model.name(), observation)
            .isSorted();
      }
      int all = observation.replicationFactor();
      assertThatIllegalArgumentException().isThrownBy(() -> model.estimate(observation, 0));
      assertThatIllegalArgumentException().isThrownBy(() -> model.estimate(observation, all + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void itNeedsNoMoreReplicasWhereMoreIsAcceptedAndNoneBeyondThoseThatThereAre(
      StalenessModel model) {
    for (Observation observation : observations()) {
      int before = observation.replicationFactor();
      for (double tolerance : new double[] {0, 0.001, 0.01, 0.1, 0.5, 1}) {
        int needed = model.replicasNeeded(observation, tolerance);
        assertThat(needed).as("%s of %s", model.name(), observation).isBetween(1, before);
        if (needed < observation.replicationFactor()) {
          assertThat(model.estimate(observation, needed).rate()).isLessThanOrEqualTo(tolerance);
        }
        before = needed;
      }
      for (double none : new double[] {-0.1, 1.1, Double.NaN}) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> model.replicasNeeded(observation, none));
      }
    }
  }

  /** As where several threads ask it at once. */
  @ParameterizedTest
  @MethodSource("models")
  void theSameObservationHasTheSameEstimateInEveryThread(StalenessModel model) {
    Observation observation = observations().get(0);
    List<Estimate> estimates =
        IntStream.range(0, 64)
            .parallel()
            .mapToObj(time -> model.estimate(observation, 1))
            .distinct()
            .toList();
    assertThat(estimates).hasSize(1);
  }

  private static Observation written(Observation observation, double writesPerSecond) {
    return new Observation(
        observation.readsPerSecond(),
        writesPerSecond,
        observation.propagation(),
        observation.replicationFactor(),
        observation.writeReplicas(),
        observation.popularity());
  }

  private static List<Observation> observations() {
    SplittableRandom random = new SplittableRandom(SEED);
    return Stream.generate(() -> observation(random)).limit(OBSERVATIONS).toList();
  }

  private static Observation observation(SplittableRandom random) {
    int replicas = random.nextInt(1, 6);
    double seconds = random.nextDouble(0.0001, 0.1);
    return new Observation(
        random.nextDouble(0.1, 3000),
        random.nextDouble(0.1, 3000),
        new Propagation(seconds, seconds * random.nextDouble(), seconds * 2),
        replicas,
        random.nextInt(1, replicas + 1),
        KeyPopularity.of(random.doubles(4, 0.01, 1).toArray()));
  }
}
