package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

class DecisionKeeperTest {
  private static final Duration WINDOW = Duration.ofNanos(10);
  private static final Duration STALE_AFTER = Duration.ofNanos(3);

  private final DecisionKeeper keeper = new DecisionKeeper(WINDOW, STALE_AFTER);

  @Test
  void nothingIsInEffectBeforeTheFirstDecision() {
    assertThat(keeper.at(0, DecisionKeeperTest::ofFive)).isEmpty();
  }

  @Test
  void aStrongerLevelTakesEffectAtOnce() {
    decide(0, Level.ONE);
    decide(1, Level.QUORUM);
    assertThat(level(1)).contains(Level.QUORUM);
  }

  @Test
  void aWeakerLevelWaitsUntilTheWindowHasForgottenTheStronger() {
    decide(0, Level.ALL);
    for (int at = 1; at <= 10; at++) {
      decide(at, Level.ONE);
      assertThat(level(at)).contains(Level.ALL);
    }
    decide(11, Level.ONE);
    assertThat(level(11)).contains(Level.ONE);
  }

  @Test
  void withoutAWindowEveryDecisionTakesEffect() {
    DecisionKeeper follower = new DecisionKeeper(Duration.ZERO, STALE_AFTER);
    follower.decided(0, decision(Level.ALL), DecisionKeeperTest::ofFive);
    follower.decided(1, decision(Level.ONE), DecisionKeeperTest::ofFive);
    assertThat(follower.at(1, DecisionKeeperTest::ofFive).map(Decision::level)).contains(Level.ONE);
  }

  @Test
  void oldDecisionsAreNotActedUpon() {
    decide(0, Level.ONE);
    assertThat(level(3)).contains(Level.ONE);
    assertThat(level(4)).isEmpty();
    assertThat(level(3)).as("it does not come back by itself").isEmpty();
    decide(5, Level.TWO);
    assertThat(level(5)).contains(Level.TWO);
  }

  @Test
  void aGapInWhatIsSeenTakesNothingOutOfTheWindow() {
    decide(0, Level.ALL);
    assertThat(level(4)).isEmpty();
    for (int at = 5; at <= 10; at++) {
      decide(at, Level.ONE);
      assertThat(level(at)).as("at %d", at).contains(Level.ALL);
    }
    decide(11, Level.ONE);
    assertThat(level(11)).contains(Level.ONE);
  }

  @Test
  void afterAGapOfAWholeWindowTheNextDecisionWaitsForNothing() {
    decide(0, Level.ALL);
    decide(11, Level.ONE);
    assertThat(level(11)).contains(Level.ONE);
  }

  @Test
  void theLevelIsTheStrongestOfTheWindow() {
    SplittableRandom random = new SplittableRandom(1);
    List<Level> all = new ArrayList<>();
    Level[] levels = {Level.ONE, Level.TWO, Level.QUORUM, Level.ALL};
    for (int at = 0; at < 10_000; at++) {
      Level next = levels[random.nextInt(levels.length)];
      all.add(next);
      decide(at, next);
      int strongest =
          all.subList(Math.max(0, at - 10), at + 1).stream()
              .mapToInt(DecisionKeeperTest::ofFive)
              .max()
              .orElseThrow();
      assertThat(level(at).map(DecisionKeeperTest::ofFive)).contains(strongest);
    }
  }

  @Test
  void raisesOfTheWindowAddUpAndAreForgottenWithIt() {
    Raise here = new Raise.TokenRange(0, 10, Level.QUORUM);
    Raise there = new Raise.TokenRange(20, 30, Level.ALL);
    decide(0, Level.ONE, here);
    decide(1, Level.ONE, there);
    assertThat(raises(1)).containsExactlyInAnyOrder(here, there);
    decide(11, Level.ONE, there);
    assertThat(raises(11)).containsExactly(there);
    for (int at = 12; at < 22; at++) {
      decide(at, Level.ONE);
      assertThat(raises(at)).as("at %d", at).isEqualTo(at <= 21 ? List.of(there) : List.of());
    }
    decide(22, Level.ONE);
    assertThat(raises(22)).isEmpty();
  }

  @Test
  void whatIsHeldIsBoundedAndNothingThatWasAskedIsForgottenEarly() {
    DecisionKeeper patient = new DecisionKeeper(Duration.ofMillis(1), STALE_AFTER);
    int decisions = 10 * DecisionKeeper.PARTS;
    for (int at = 0; at < decisions; at++) {
      decide(patient, at);
    }
    assertThat(patient.at(decisions, DecisionKeeperTest::ofFive).orElseThrow().raises())
        .hasSize(decisions);
  }

  /** However many decisions the window has, and however long they go on. */
  @ParameterizedTest
  @ValueSource(ints = {100, 640, 1_280})
  void raisesAreForgottenWhenTheWindowAndAPartOfItAreOver(int window) {
    DecisionKeeper patient = new DecisionKeeper(Duration.ofNanos(window), STALE_AFTER);
    int last = 4 * window;
    for (int at = 0; at <= last; at++) {
      decide(patient, at);
    }
    List<Raise> raises = patient.at(last, DecisionKeeperTest::ofFive).orElseThrow().raises();
    assertThat(raises).contains(range(last), range(last - window));
    assertThat(raises)
        .hasSizeBetween(window + 1, window + Math.max(1, window / DecisionKeeper.PARTS));
  }

  private static void decide(DecisionKeeper patient, int at) {
    patient.decided(at, decision(Level.ONE, range(at)), DecisionKeeperTest::ofFive);
  }

  private static Raise range(int at) {
    return new Raise.TokenRange(2L * at, 2L * at + 1, Level.QUORUM);
  }

  private void decide(long at, Level level, Raise... raises) {
    keeper.decided(at, decision(level, raises), DecisionKeeperTest::ofFive);
  }

  private List<Raise> raises(long at) {
    return keeper.at(at, DecisionKeeperTest::ofFive).map(Decision::raises).orElseThrow();
  }

  private static Decision decision(Level level, Raise... raises) {
    return new Decision(level, List.of(raises), "because", Optional.empty());
  }

  private void decide(long at, Level level) {
    keeper.decided(at, decision(level), DecisionKeeperTest::ofFive);
  }

  private Optional<Level> level(long at) {
    return keeper.at(at, DecisionKeeperTest::ofFive).map(Decision::level);
  }

  private static Decision decision(Level level) {
    return Decision.of(level, "because");
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
