package org.quorate.cassandra.propagation;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LevelPairsTest {
  private static final long SEED = 7;

  private final VirtualTime time = new VirtualTime();
  private final List<String> reads = new ArrayList<>();

  @Test
  void eachTargetIsReadAtBothLevelsInAnOrderDrawnByLot() throws Exception {
    LevelPairs.Outcome outcome = run(20, ALL, null, (target, level) -> took(level == ALL ? 45 : 5));
    assertThat(outcome.differences()).hasSize(20).containsOnly(0.04);
    assertThat(outcome.failed()).isZero();
    assertThat(outcome.strong()).isEqualTo(ALL);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<String> pair = reads.subList(2 * i, 2 * i + 2);
      assertThat(pair).containsExactlyInAnyOrder(i + " ONE", i + " ALL");
      expected.add(pair.get(0));
    }
    assertThat(expected).anyMatch(first -> first.endsWith("ONE"));
    assertThat(expected).anyMatch(first -> first.endsWith("ALL"));
  }

  @Test
  void aStrongReadMayBeTheFasterOne() throws Exception {
    assertThat(run(1, ALL, null, (target, level) -> took(level == ALL ? 1 : 3)).differences())
        .containsExactly(-0.002);
  }

  @Test
  void aMajorityIsTakenWhereAReplicaIsDownAndEarlierPairsAreForgotten() throws Exception {
    LevelPairs.Outcome outcome =
        run(
            5,
            ALL,
            QUORUM,
            (target, level) -> {
              if (level == ALL && target >= 2) {
                return CompletableFuture.failedFuture(new UnavailableException(null, ALL, 3, 2));
              }
              return took(level == ALL ? 50 : level == QUORUM ? 30 : 10);
            });
    assertThat(outcome.strong()).isEqualTo(QUORUM);
    assertThat(outcome.differences()).containsExactly(0.02, 0.02);
    assertThat(outcome.failed()).isZero();
  }

  /** As Cassandra 5.0.9 words it. */
  private static CompletionStage<Long> notAllowed(ConsistencyLevel level) {
    return CompletableFuture.failedFuture(
        new InvalidQueryException(
            null,
            ("Guardrail read_consistency_levels violated: Provided values [%1$s] are not allowed"
                    + " for read consistency levels (disallowed values are: [%1$s])")
                .formatted(level.name())));
  }

  /** A majority may be what writes wait for: it tells nothing of the slowest replica. */
  @ParameterizedTest
  @ValueSource(strings = {"ONE", "ALL"})
  void whereTheServersDoNotAllowALevelTheRoundEndsInsteadOfTakingAMajority(String forbidden) {
    assertThatThrownBy(
            () ->
                run(
                    9,
                    ALL,
                    QUORUM,
                    (target, level) ->
                        level.name().equals(forbidden) ? notAllowed(level) : took(1)))
        .hasRootCauseMessage(
            "Guardrail read_consistency_levels violated: Provided values [%1$s] are not allowed for"
                + " read consistency levels (disallowed values are: [%1$s])",
            forbidden);
    assertThat(reads).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void aPairOfWhichAReadFailsIsLeftOut() throws Exception {
    LevelPairs.Outcome outcome =
        run(
            3,
            ALL,
            QUORUM,
            (target, level) ->
                target == 1
                    ? CompletableFuture.failedFuture(new DriverTimeoutException("late"))
                    : took(level == ALL ? 4 : 2));
    assertThat(outcome.differences()).containsExactly(0.002, 0.002);
    assertThat(outcome.failed()).isEqualTo(1);
    assertThat(outcome.lastFailure()).hasMessage("late");
    assertThat(outcome.strong()).isEqualTo(ALL);
  }

  /** In the order that is drawn by lot, either read is first. */
  @Test
  void aStrongReadThatTimesOutIsUnansweredWhereTheWeakOneSucceeds() throws Exception {
    LevelPairs.Outcome outcome =
        run(
            20,
            ALL,
            QUORUM,
            (target, level) -> {
              if (level == ALL && target % 2 == 0) {
                return CompletableFuture.failedFuture(
                    target % 4 == 0
                        ? new DriverTimeoutException("late")
                        : new ReadTimeoutException(null, ALL, 2, 3, true));
              }
              return level == ONE && target == 8
                  ? CompletableFuture.failedFuture(new DriverTimeoutException("all are late"))
                  : took(level == ALL ? 4 : 2);
            });
    assertThat(outcome.differences()).hasSize(10).containsOnly(0.002);
    assertThat(outcome.failed()).isEqualTo(10);
    assertThat(outcome.unanswered()).isEqualTo(9);
    assertThat(outcome.lastFailure()).isInstanceOf(ReadTimeoutException.class);
    assertThat(reads).anyMatch(read -> read.equals("0 ONE")).anyMatch(read -> read.equals("2 ONE"));
  }

  @Test
  void whatWasUnansweredAtAnotherLevelIsForgotten() throws Exception {
    LevelPairs.Outcome outcome =
        run(
            5,
            ALL,
            QUORUM,
            (target, level) ->
                level != ALL
                    ? took(1)
                    : CompletableFuture.failedFuture(
                        target < 2
                            ? new DriverTimeoutException("late")
                            : new UnavailableException(null, ALL, 3, 2)));
    assertThat(outcome.strong()).isEqualTo(QUORUM);
    assertThat(outcome.unanswered()).isZero();
    assertThat(outcome.failed()).isEqualTo(2);
  }

  @Test
  void noPairBeginsAfterTheTimeIsUp() throws Exception {
    // Each pair takes 300 ms of the second.
    assertThat(run(20, ALL, null, (target, level) -> took(level == ALL ? 200 : 100)).differences())
        .hasSize(4);
  }

  @Test
  void whatNoLaterPairCanChangeEndsTheRound() {
    assertThatThrownBy(
            () ->
                run(
                    9,
                    ALL,
                    QUORUM,
                    (target, level) ->
                        CompletableFuture.failedFuture(new UnauthorizedException(null, "no"))))
        .hasCauseInstanceOf(UnauthorizedException.class);
    assertThat(reads).hasSize(1);
  }

  @Test
  void partsOfARoundAreOneUnlessOneOfThemHadToFallBack() {
    LevelPairs.Outcome one = new LevelPairs.Outcome(List.of(0.1), ALL, 1, 1, null, Long.MAX_VALUE);
    LevelPairs.Outcome two =
        new LevelPairs.Outcome(
            List.of(0.2, 0.3), ALL, 2, 0, new IllegalStateException("two"), Long.MIN_VALUE + 5);
    LevelPairs.Outcome both = one.plus(two, ALL);
    assertThat(both.differences()).containsExactly(0.1, 0.2, 0.3);
    assertThat(both.failed()).isEqualTo(3);
    assertThat(both.unanswered()).isEqualTo(1);
    assertThat(both.lastFailure()).hasMessage("two");
    assertThat(both.newest()).as("the clock has gone round").isEqualTo(Long.MIN_VALUE + 5);
    LevelPairs.Outcome fallenBack = new LevelPairs.Outcome(List.of(0.4), QUORUM, 0, 0, null, 0);
    assertThat(one.plus(fallenBack, ALL)).isEqualTo(fallenBack);
    assertThat(fallenBack.plus(one, ALL)).isEqualTo(fallenBack);
    LevelPairs.Outcome inVain = new LevelPairs.Outcome(List.of(), QUORUM, 0, 0, null, 0);
    assertThat(one.plus(inVain, ALL)).isEqualTo(one);
    assertThat(inVain.plus(one, ALL)).isEqualTo(one);
    assertThat(fallenBack.plus(fallenBack, ALL).differences()).containsExactly(0.4, 0.4);
  }

  private CompletionStage<Long> took(long millis) {
    time.pass(millis);
    return CompletableFuture.completedFuture(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private LevelPairs.Outcome run(
      int targets,
      ConsistencyLevel strong,
      @Nullable ConsistencyLevel fallback,
      LevelPairs.Read<Integer> read)
      throws Exception {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < targets; i++) {
      numbers.add(i);
    }
    return new LevelPairs<>(
            (target, level) -> {
              reads.add(target + " " + level.name());
              return read.at(target, level);
            },
            Collections.unmodifiableList(numbers),
            ONE,
            strong,
            fallback,
            new SplittableRandom(SEED),
            time,
            time.getAsLong() + TimeUnit.SECONDS.toNanos(1))
        .run()
        .toCompletableFuture()
        .get(1, TimeUnit.SECONDS);
  }
}
