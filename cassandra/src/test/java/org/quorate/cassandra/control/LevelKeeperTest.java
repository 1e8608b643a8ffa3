package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

class LevelKeeperTest {
  private static final Duration WINDOW = Duration.ofNanos(10);
  private static final Duration STALE_AFTER = Duration.ofNanos(3);

  private final LevelKeeper keeper = new LevelKeeper(WINDOW, STALE_AFTER);

  @Test
  void nothingIsInEffectBeforeTheFirstDecision() {
    assertThat(keeper.at(0)).isEmpty();
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
    LevelKeeper follower = new LevelKeeper(Duration.ZERO, STALE_AFTER);
    follower.decided(0, decision(Level.ALL), LevelKeeperTest::ofFive);
    follower.decided(1, decision(Level.ONE), LevelKeeperTest::ofFive);
    assertThat(follower.at(1).map(Decision::level)).contains(Level.ONE);
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
              .mapToInt(LevelKeeperTest::ofFive)
              .max()
              .orElseThrow();
      assertThat(level(at).map(LevelKeeperTest::ofFive)).contains(strongest);
    }
  }

  private void decide(long at, Level level) {
    keeper.decided(at, decision(level), LevelKeeperTest::ofFive);
  }

  private Optional<Level> level(long at) {
    return keeper.at(at).map(Decision::level);
  }

  private static Decision decision(Level level) {
    return new Decision(level, "because", Optional.empty());
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
