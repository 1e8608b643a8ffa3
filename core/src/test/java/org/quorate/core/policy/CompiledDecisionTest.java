package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.CompiledDecision.Choice;
import org.quorate.core.recency.KeyPlace;

class CompiledDecisionTest {
  private static final List<Level> LEVELS = List.of(Level.values());
  private static final long[] TOKENS = {Long.MIN_VALUE + 1, -3, -2, -1, 0, 1, 2, Long.MAX_VALUE};

  private static Decision decision(Level level, List<Raise> raises) {
    return new Decision(level, raises, "because", Optional.empty());
  }

  @Test
  void aLevelIsAsStrongAsTheDecisionSaysForAnyReadOfAnyDecision() {
    SplittableRandom random = new SplittableRandom(20);
    for (int round = 0; round < 20_000; round++) {
      Decision decision = decision(level(random), raises(random));
      CompiledDecision compiled = new CompiledDecision(decision, CompiledDecisionTest::ofFive);
      for (int read = 0; read < 20; read++) {
        long token = token(random);
        long age = random.nextInt(10) == 0 ? Decision.NEVER_WRITTEN : random.nextLong(6);
        int place = random.nextInt(KeyPlace.COUNT);
        Level expected = decision.levelOf(token, age, place, CompiledDecisionTest::ofFive);
        Choice choice = compiled.choose(token, age, place);
        assertThat(ofFive(choice.level()))
            .as("%s, token %d, age %d, place %d", decision, token, age, place)
            .isEqualTo(ofFive(expected));
        assertThat(compiled.raise(choice, token, age, place).isPresent())
            .as("%s, token %d, age %d, place %d", decision, token, age, place)
            .isEqualTo(choice.cause() != Cause.NONE);
        assertThat(compiled.isRaisedAt(token))
            .as("%s, token %d", decision, token)
            .isEqualTo(
                decision.raises().stream()
                    .filter(raise -> raise instanceof Raise.TokenRange)
                    .filter(raise -> ofFive(raise.level()) > ofFive(decision.level()))
                    .anyMatch(raise -> raise.holds(token, age, place)));
      }
      assertThat(ofFive(compiled.strongest().level())).isEqualTo(strongest(decision));
    }
  }

  private static int strongest(Decision decision) {
    return Stream.concat(Stream.of(decision.level()), decision.raises().stream().map(Raise::level))
        .mapToInt(CompiledDecisionTest::ofFive)
        .max()
        .orElseThrow();
  }

  @Test
  void aReadWhosePlaceIsNotKnownIsAsStrongAsInTheWorstPlace() {
    SplittableRandom random = new SplittableRandom(21);
    for (int round = 0; round < 5_000; round++) {
      Decision decision = decision(level(random), raises(random));
      CompiledDecision compiled = new CompiledDecision(decision, CompiledDecisionTest::ofFive);
      long age = random.nextLong(6);
      int worst = 0;
      for (Raise raise : decision.raises()) {
        long inside = raise instanceof Raise.TokenRange range ? range.last() : 0;
        worst =
            Math.max(worst, ofFive(decision.levelOf(inside, age, CompiledDecisionTest::ofFive)));
      }
      worst = Math.max(worst, ofFive(decision.level()));
      assertThat(ofFive(compiled.chooseUnplaced(age).level())).isEqualTo(worst);
    }
  }

  @Test
  void aKeyOfWhichNothingIsKnownIsRaisedThoughTheHottestOfAllAreNot() {
    Decision decision = decision(Level.ONE, List.of(new Raise.OfClass(7, 20, Level.QUORUM)));
    CompiledDecision compiled = new CompiledDecision(decision, CompiledDecisionTest::ofFive);
    assertThat(compiled.choose(5, Decision.NEVER_WRITTEN))
        .isEqualTo(new Choice(Level.QUORUM, Cause.KEY_CLASS));
    assertThat(decision.levelOf(5, Decision.NEVER_WRITTEN, CompiledDecisionTest::ofFive))
        .isEqualTo(Level.QUORUM);
    int hot = KeyPlace.of(KeyPlace.CLASSES - 1, 1);
    assertThat(compiled.choose(5, Decision.NEVER_WRITTEN, hot).level()).isEqualTo(Level.ONE);
  }

  @Test
  void aThousandRangesOfVirtualNodesAreLookedUpExactly() {
    SplittableRandom random = new SplittableRandom(22);
    List<Raise> raises = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      long after = random.nextLong();
      raises.add(
          new Raise.TokenRange(after, after + random.nextLong(1L << 52), Level.LOCAL_QUORUM));
    }
    Decision decision = decision(Level.LOCAL_ONE, raises);
    CompiledDecision compiled = new CompiledDecision(decision, CompiledDecisionTest::ofFive);
    IntStream.range(0, 20_000)
        .mapToLong(any -> random.nextLong())
        .forEach(
            token ->
                assertThat(compiled.choose(token, Decision.NEVER_WRITTEN).level())
                    .isEqualTo(
                        decision.levelOf(
                            token, Decision.NEVER_WRITTEN, CompiledDecisionTest::ofFive)));
  }

  @Test
  void aReadIsSaidToBeRaisedOnlyWhereItIs() {
    CompiledDecision compiled =
        new CompiledDecision(
            decision(
                Level.QUORUM,
                List.of(
                    new Raise.RecentlyWritten(10, Level.ONE),
                    new Raise.TokenRange(0, 10, Level.QUORUM))),
            CompiledDecisionTest::ofFive);
    assertThat(compiled.choose(5, 0)).isEqualTo(new Choice(Level.QUORUM, Cause.NONE));
    assertThat(compiled.isByAge()).isFalse();
    assertThat(compiled.isByToken()).isFalse();
  }

  @Test
  void theSameDecisionNeedsNoCompilingUnlessLevelsNeedOtherReplicas() {
    Decision decision = decision(Level.ONE, List.of(new Raise.RecentlyWritten(5, Level.QUORUM)));
    CompiledDecision compiled = new CompiledDecision(decision, CompiledDecisionTest::ofFive);
    Decision same = decision(Level.ONE, List.of(new Raise.RecentlyWritten(5, Level.QUORUM)));
    assertThat(compiled.isOf(same, CompiledDecisionTest::ofFive)).isTrue();
    assertThat(compiled.isOf(same, level -> level.replicas(3))).isFalse();
    assertThat(compiled.isOf(Decision.of(Level.ONE, "because"), CompiledDecisionTest::ofFive))
        .isFalse();
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }

  private static Level level(SplittableRandom random) {
    return LEVELS.get(random.nextInt(LEVELS.size()));
  }

  private static long token(SplittableRandom random) {
    return TOKENS[random.nextInt(TOKENS.length)];
  }

  private static List<Raise> raises(SplittableRandom random) {
    List<Raise> raises = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      raises.add(
          switch (random.nextInt(3)) {
            case 0 -> new Raise.RecentlyWritten(1 + random.nextLong(5), level(random));
            case 1 -> new Raise.TokenRange(token(random), token(random), level(random));
            default ->
                new Raise.OfClass(
                    random.nextInt(KeyPlace.CLASSES),
                    1 + random.nextInt(KeyPlace.DRAWS),
                    level(random));
          });
    }
    return raises;
  }
}
