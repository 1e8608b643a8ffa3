package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * What holds for every policy that studies and applications can name. A policy of {@link Policies}
 * is here by being there.
 */
final class PolicyConformanceTest {
  private static final List<Double> TOLERANCES = List.of(0.0, 0.01, 1.0);

  static List<String> names() {
    return Policies.names();
  }

  /** Every policy at every tolerance, and every fixed level. */
  static List<ConsistencyPolicy> policies() {
    List<ConsistencyPolicy> policies = new ArrayList<>();
    for (String name : Policies.names()) {
      TOLERANCES.forEach(tolerance -> policies.add(Policies.of(name, tolerance)));
    }
    Arrays.stream(Level.values())
        .filter(level -> level != Level.EACH_QUORUM)
        .forEach(level -> policies.add(new StaticPolicy(level)));
    return policies;
  }

  @ParameterizedTest
  @MethodSource("policies")
  void itsNameStatesIt(ConsistencyPolicy policy) {
    assertThat(policy).hasToString(policy.name());
    assertThat(PolicyParser.parse(policy.name())).isEqualTo(policy).hasSameHashCodeAs(policy);
  }

  @ParameterizedTest
  @MethodSource("names")
  void itAcceptsTheRateThatItsTextStates(String name) {
    for (double tolerance : TOLERANCES) {
      assertThat(Policies.of(name, tolerance).acceptedRate()).hasValue(tolerance);
      assertThat(Policies.of(name, tolerance).fixedLevel()).isEmpty();
    }
    for (double none : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> Policies.of(name, none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("from 0 to 1");
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void itsModelIsOneThatReportsKnow(ConsistencyPolicy policy) {
    assertThat(policy.modelName().stream()).isSubsetOf(StalenessModels.names());
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whateverIsObservedItDecidesOnLevelsOfReadsAndSaysWhy(ConsistencyPolicy policy) {
    for (ReadLevels levels : tables()) {
      for (Observation observation : observations(levels)) {
        Decision decision = policy.decide(observation, levels);
        Supplier<String> at = () -> policy.name() + " of " + observation + " on " + levels;
        List<Level> asked =
            Stream.concat(Stream.of(decision.level()), decision.raises().stream().map(Raise::level))
                .toList();
        if (policy.fixedLevel().isPresent()) {
          assertThat(asked).as(at).containsOnly(policy.fixedLevel().get());
        } else {
          assertThat(levels.all()).as(at).containsAll(asked);
        }
        assertThat(decision.raises())
            .as(at)
            .allSatisfy(
                raise ->
                    assertThat(levels.replicas(raise.level()))
                        .isGreaterThanOrEqualTo(levels.replicas(decision.level())));
        assertThat(decision.reason()).as(at).endsWith(".");
        assertThat(policy.decide(observation, levels)).as(at).isEqualTo(decision);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void itAsksForNoMoreWhereMoreIsAccepted(String name) {
    for (ReadLevels levels : tables()) {
      for (Observation observation : observations(levels)) {
        int before = Integer.MAX_VALUE;
        for (double tolerance : TOLERANCES) {
          Decision decision = Policies.of(name, tolerance).decide(observation, levels);
          int replicas = levels.replicas(decision.level());
          assertThat(replicas)
              .as("%s at %s of %s on %s", name, tolerance, observation, levels)
              .isLessThanOrEqualTo(before);
          before = replicas;
        }
      }
    }
  }

  /** One data centre and two, levels of one and of all, and writes at each kind of level. */
  private static List<ReadLevels> tables() {
    List<ReadLevels> tables = new ArrayList<>();
    Replication two = new Replication(Map.of("dc1", 3, "dc2", 2));
    for (Level write : List.of(Level.ONE, Level.QUORUM, Level.ALL, Level.LOCAL_QUORUM)) {
      for (int replicas : new int[] {1, 3, 5}) {
        Replication one = new Replication(Map.of("dc1", replicas));
        tables.add(ReadLevels.like(Level.ONE, one, "dc1", write));
      }
      tables.add(ReadLevels.like(Level.ONE, two, "dc1", write));
      tables.add(ReadLevels.like(Level.LOCAL_ONE, two, "dc1", write));
    }
    return tables;
  }

  /** Nothing known, no traffic, little, much; and replicas that are behind. */
  private static List<Observation> observations(ReadLevels levels) {
    List<Observation> observations = new ArrayList<>();
    for (double rate : new double[] {0, 10, 1e6}) {
      for (double seconds : new double[] {0, 0.01}) {
        observations.add(
            levels.observation(
                rate, rate / 2, Propagation.exactly(seconds), KeyPopularity.ONE_KEY));
      }
    }
    Observation busy = observations.get(observations.size() - 1);
    observations.add(
        busy.with(
            new Evidence(
                AgeCounts.NONE,
                AgedPairCounts.NONE,
                RoundTrips.NONE,
                List.of(new KeyRange(-100, 100)),
                null)));
    observations.add(
        busy.with(
            new Evidence(
                AgeCounts.NONE,
                AgedPairCounts.NONE,
                RoundTrips.NONE,
                List.of(),
                levels.weakest())));
    return observations;
  }
}
