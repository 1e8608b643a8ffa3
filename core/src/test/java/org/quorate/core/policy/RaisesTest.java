package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.KeyPlace;

class RaisesTest {
  private static final Level[] LEVELS = {Level.ONE, Level.TWO, Level.QUORUM, Level.ALL};
  private static final long[] TOKENS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -7, -2, -1, 0, 1, 3, 8, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  private final RandomGenerator random = SeededRandom.stream(20, 4);

  @Test
  void whatEitherDecisionAsksOfAReadBothAskAndNothingElse() {
    for (int i = 0; i < 20_000; i++) {
      Decision one = decision();
      Decision other = decision();
      Decision both = one.and(other, RaisesTest::ofFive);
      for (long token : TOKENS) {
        for (long age : new long[] {Decision.NEVER_WRITTEN, 0, 4, 9}) {
          int place = KeyPlace.of(random.nextInt(2), random.nextInt(4));
          int asked =
              Math.max(
                  ofFive(one.levelOf(token, age, place, RaisesTest::ofFive)),
                  ofFive(other.levelOf(token, age, place, RaisesTest::ofFive)));
          assertThat(ofFive(both.levelOf(token, age, place, RaisesTest::ofFive)))
              .as("%s and %s at %d, %d, %d", one, other, token, age, place)
              .isEqualTo(asked);
        }
      }
    }
  }

  @Test
  void asFewStandAsSayTheSame() {
    Decision both =
        decision(
                new Raise.RecentlyWritten(5, Level.QUORUM),
                new Raise.TokenRange(0, 10, Level.ALL),
                new Raise.TokenRange(20, 30, Level.ALL))
            .and(
                decision(
                    new Raise.RecentlyWritten(9, Level.ALL),
                    new Raise.TokenRange(10, 20, Level.ALL),
                    new Raise.OfClass(1, 7, Level.QUORUM),
                    new Raise.OfClass(1, 8, Level.ALL),
                    new Raise.TokenRange(40, 50, Level.ONE)),
                RaisesTest::ofFive);
    assertThat(both.raises())
        .containsExactly(
            new Raise.RecentlyWritten(9, Level.ALL),
            new Raise.TokenRange(0, 30, Level.ALL),
            new Raise.OfClass(1, 8, Level.ALL));
  }

  private Decision decision() {
    List<Raise> raises = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Level level = LEVELS[random.nextInt(LEVELS.length)];
      raises.add(
          switch (random.nextInt(4)) {
            case 0 -> new Raise.RecentlyWritten(1 + random.nextInt(10), level);
            case 1 -> new Raise.OfClass(random.nextInt(2), 1 + random.nextInt(4), level);
            default -> new Raise.TokenRange(token(), token(), level);
          });
    }
    return new Decision(LEVELS[random.nextInt(2)], raises, "Drawn.", Optional.empty());
  }

  private static Decision decision(Raise... raises) {
    return new Decision(Level.ONE, List.of(raises), "Stated.", Optional.empty());
  }

  private long token() {
    return TOKENS[random.nextInt(TOKENS.length)];
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
