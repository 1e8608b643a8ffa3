package org.quorate.cassandra.publication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.KeyPlace;

class LevelWordTest {
  /** Three replicas, written at a quorum. */
  private static final ReadLevels THREE = levels(Map.of("dc1", 3), Level.LOCAL_QUORUM);

  /** Five replicas, written at one: what meets every write is ALL. */
  private static final ReadLevels FIVE =
      ReadLevels.like(Level.ALL, new Replication(Map.of("dc1", 5)), "dc1", Level.ONE);

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long EDGE = Long.MAX_VALUE;

  private static ReadLevels levels(Map<String, Integer> replicas, Level write) {
    return ReadLevels.like(Level.LOCAL_QUORUM, new Replication(replicas), "dc1", write);
  }

  private static Decision decision(Level level, Raise... raises) {
    return new Decision(level, List.of(raises), "Why.", Optional.empty());
  }

  private static Raise written(long millis, Level level) {
    return new Raise.RecentlyWritten(millis * MILLI, level);
  }

  @Test
  void aLevelOfAllReadsIsTakenOverWithAWindowAsLongAsAWriteTakes() {
    assertThat(LevelWord.of(decision(Level.LOCAL_ONE), Level.LOCAL_QUORUM, THREE, 0.0463, true))
        .isEqualTo(
            new LevelWord(
                Level.LOCAL_ONE, Level.LOCAL_QUORUM, 47, "", Level.LOCAL_ONE, "", "Why."));
  }

  @Test
  void whatIsRaisedForThePublishersOwnWritesIsPublishedForAllReadsOfSharedRows() {
    LevelWord word =
        LevelWord.of(
            decision(Level.LOCAL_ONE, written(20, Level.LOCAL_QUORUM)),
            Level.LOCAL_QUORUM,
            THREE,
            0.001,
            true);
    assertThat(word)
        .isEqualTo(
            new LevelWord(
                Level.LOCAL_QUORUM,
                Level.LOCAL_QUORUM,
                0,
                "",
                Level.LOCAL_QUORUM,
                "",
                "Clients that do not know the publisher's own requests read at LOCAL_QUORUM."
                    + " Why."));
  }

  @Test
  void whereEachClientReadsWhatItWritesTheWindowIsPublished() {
    Decision decided = decision(Level.LOCAL_ONE, written(20, Level.LOCAL_QUORUM));
    for (double propagation : new double[] {0.001, 0.05}) {
      LevelWord word = LevelWord.of(decided, Level.LOCAL_QUORUM, THREE, propagation, false);
      assertThat(word.level()).isEqualTo(Level.LOCAL_ONE);
      assertThat(word.windowMillis())
          .as("the longer of the two")
          .isEqualTo(propagation == 0.05 ? 50 : 20);
      assertThat(word.reason()).isEqualTo("Why.");
    }
  }

  @Test
  void aWindowThatNobodyCanRememberRaisesAllReads() {
    Raise anyTime = new Raise.RecentlyWritten(Long.MAX_VALUE, Level.THREE);
    LevelWord word = LevelWord.of(decision(Level.ONE, anyTime), Level.ALL, FIVE, 0, false);
    assertThat(word.level()).isEqualTo(Level.ALL);
    assertThat(word.windowMillis()).isZero();
    assertThat(LevelWord.of(decision(Level.ONE), Level.ALL, FIVE, 601, true).level())
        .isEqualTo(Level.ALL);
    assertThat(LevelWord.of(decision(Level.ONE), Level.ALL, FIVE, 600, true).windowMillis())
        .isEqualTo(LevelWord.LONGEST_WINDOW);
  }

  @Test
  void ofLevelsByClassAndOfMixesTheStrongestIsPublishedWhoeverReads() {
    Decision decided =
        decision(
            Level.ONE,
            new Raise.OfClass(0, KeyPlace.DRAWS, Level.TWO),
            new Raise.OfClass(3, 1, Level.THREE));
    for (boolean shared : new boolean[] {true, false}) {
      assertThat(LevelWord.of(decided, Level.ALL, FIVE, 0, shared).level()).isEqualTo(Level.THREE);
    }
  }

  @Test
  void rangesAreTakenOverUnlessAllReadsAreAsStrongAnyway() {
    Raise range = new Raise.TokenRange(-100, 100, Level.LOCAL_QUORUM);
    LevelWord word =
        LevelWord.of(decision(Level.LOCAL_ONE, range), Level.LOCAL_QUORUM, THREE, 0, true);
    assertThat(word.raised()).isEqualTo("-100:100");
    assertThat(word.raisedLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(word.withoutTokens().raised()).isEqualTo("*");
    LevelWord strong =
        LevelWord.of(decision(Level.LOCAL_QUORUM, range), Level.LOCAL_QUORUM, THREE, 0, true);
    assertThat(strong.raised()).isEmpty();
    assertThat(strong.withoutTokens()).isEqualTo(strong);
  }

  @Test
  void nothingOfReadsThatMeetEveryWriteIsRaisedForOwnWrites() {
    ReadLevels all = levels(Map.of("dc1", 3), Level.ALL);
    assertThat(
            LevelWord.of(decision(Level.LOCAL_ONE), Level.LOCAL_QUORUM, all, 1, true)
                .windowMillis())
        .isZero();
  }

  @Test
  void aSafeLevelIsNeverTheWeakerOne() {
    LevelWord pinned = LevelWord.of(decision(Level.ALL), Level.LOCAL_QUORUM, THREE, 0, true);
    assertThat(pinned.safeLevel()).isEqualTo(Level.ALL);
    assertThat(LevelWord.of(decision(Level.TWO), Level.QUORUM, THREE, 0, true).safeLevel())
        .as("of as many replicas the same name, by which clients see that all is raised")
        .isEqualTo(Level.TWO);
    assertThat(pinned.last())
        .isEqualTo(
            new LevelWord(
                Level.ALL,
                Level.ALL,
                0,
                "",
                Level.ALL,
                "",
                "The publisher has closed its session."));
  }

  @Test
  void aWordHoldsForOneDataCentreWhereThereAreSeveral() {
    ReadLevels two = levels(Map.of("dc1", 3, "dc2", 3), Level.LOCAL_QUORUM);
    assertThat(LevelWord.undecided(Level.LOCAL_ONE, two, "Off."))
        .isEqualTo(
            new LevelWord(Level.LOCAL_ONE, Level.LOCAL_ONE, 0, "", Level.LOCAL_ONE, "dc1", "Off."));
  }

  @Test
  void anotherReasonAloneIsNoOtherWord() {
    LevelWord word = LevelWord.undecided(Level.LOCAL_ONE, THREE, "One.");
    assertThat(word.asksTheSameAs(LevelWord.undecided(Level.LOCAL_ONE, THREE, "Two."))).isTrue();
    assertThat(word.asksTheSameAs(LevelWord.undecided(Level.LOCAL_QUORUM, THREE, "One.")))
        .isFalse();
  }

  @Test
  void aReasonIsOneShortLineWhateverNamesAreInIt() {
    String hostile = "A\nB\u001b[31mC\u202eD\ud800E\u2028F" + "\ud83d\ude00".repeat(10_000);
    String reason = LevelWord.undecided(Level.ONE, THREE, hostile).reason();
    assertThat(reason).startsWith("A B [31mC D E F\ud83d\ude00");
    assertThat(reason.codePointCount(0, reason.length())).isEqualTo(LevelWord.LONGEST_REASON);
  }

  @Test
  void rangesMeetAndWrapAsTheServersDo() {
    assertThat(LevelWord.text(List.of())).isEmpty();
    assertThat(LevelWord.text(List.of(new KeyRange(0, 9), new KeyRange(9, 12), new KeyRange(3, 5))))
        .isEqualTo("0:12");
    assertThat(LevelWord.text(List.of(new KeyRange(100, -100))))
        .isEqualTo("9223372036854775807:-100,100:9223372036854775807");
    for (KeyRange whole : List.of(new KeyRange(7, 7), new KeyRange(EDGE, EDGE))) {
      assertThat(LevelWord.text(List.of(whole))).isEqualTo("*");
    }
    assertThat(LevelWord.text(List.of(new KeyRange(0, 5), new KeyRange(5, 0)))).isEqualTo("*");
  }

  @Test
  void moreRangesThanARowMayHaveAreTheWholeRing() {
    List<KeyRange> ranges = new ArrayList<>();
    for (int i = 0; i < 1_560; i++) {
      ranges.add(range(i));
    }
    String longest = LevelWord.text(ranges);
    assertThat(longest.length()).isBetween(64_000, LevelWord.LONGEST_RAISED);
    ranges.add(range(1_560));
    ranges.add(range(1_561));
    assertThat(LevelWord.text(ranges)).isEqualTo("*");
  }

  /** Of 20 characters at each end, so 42 with what is between. */
  private static KeyRange range(int number) {
    long after = -9_000_000_000_000_000_000L + 10L * number;
    return new KeyRange(after, after + 5);
  }

  /** By the definition: seed 40. */
  @Test
  void theTextOfRangesHasTheTokensThatTheRangesHave() {
    RandomGenerator random = new SeededRandom(40);
    for (int round = 0; round < 500; round++) {
      List<KeyRange> ranges = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        ranges.add(new KeyRange(token(random), token(random)));
      }
      String text = LevelWord.text(ranges);
      for (int i = 0; i < 40; i++) {
        long token = token(random);
        assertThat(isRaised(text, token))
            .as("%s of %s in %s", token, ranges, text)
            .isEqualTo(ranges.stream().anyMatch(range -> range.contains(token)));
      }
    }
  }

  private static long token(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> Long.MIN_VALUE + random.nextInt(3);
      case 1 -> Long.MAX_VALUE - random.nextInt(3);
      case 2 -> random.nextInt(7) - 3;
      default -> random.nextLong();
    };
  }

  /** As a client in another language reads it. */
  private static boolean isRaised(String text, long token) {
    if (text.equals("*")) {
      return true;
    }
    for (String range : text.split(",", -1)) {
      if (!range.isEmpty()) {
        long after = Long.parseLong(range.substring(0, range.indexOf(':')));
        long last = Long.parseLong(range.substring(range.indexOf(':') + 1));
        if (after < last ? after < token && token <= last : after < token || token <= last) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Of shared rows: whatever the publisher has written, and however often it asks for a key, no
   * client's read is weaker than the publisher's of the same key at that moment. Seed 41.
   */
  @Test
  void noReadOfAClientIsWeakerThanThePublishersOfTheSameKey() {
    RandomGenerator random = new SeededRandom(41);
    for (int round = 0; round < 2_000; round++) {
      Decision decided = decision(random);
      LevelWord word = LevelWord.of(decided, Level.ALL, FIVE, 0, true);
      for (int i = 0; i < 20; i++) {
        long token = token(random);
        long age = random.nextBoolean() ? Decision.NEVER_WRITTEN : age(random);
        int place = random.nextInt(KeyPlace.COUNT);
        Level own = decided.levelOf(token, age, place, FIVE::replicas);
        assertThat(FIVE.replicas(followed(word, token, Decision.NEVER_WRITTEN)))
            .isGreaterThanOrEqualTo(FIVE.replicas(own));
      }
    }
  }

  /**
   * Where each client reads only what it writes itself, the same holds for what the publisher would
   * do with rows that it had written when the client did. Seed 42.
   */
  @Test
  void noReadOfAnOwnRowIsWeakerThanThePublishersOfOneOfItsOwn() {
    RandomGenerator random = new SeededRandom(42);
    for (int round = 0; round < 2_000; round++) {
      Decision decided = decision(random);
      LevelWord word = LevelWord.of(decided, Level.ALL, FIVE, 0, false);
      for (int i = 0; i < 20; i++) {
        long token = token(random);
        long age = age(random);
        int place = random.nextInt(KeyPlace.COUNT);
        Level own = decided.levelOf(token, age, place, FIVE::replicas);
        assertThat(FIVE.replicas(followed(word, token, age)))
            .isGreaterThanOrEqualTo(FIVE.replicas(own));
      }
    }
  }

  private static long age(RandomGenerator random) {
    return (long) (Math.exp(random.nextDouble() * 30) * 1_000);
  }

  private static Level followed(LevelWord word, long token, long age) {
    if (age >= 0 && age < word.windowMillis() * MILLI) {
      return word.safeLevel();
    }
    return isRaised(word.raised(), token) ? word.raisedLevel() : word.level();
  }

  private static Decision decision(RandomGenerator random) {
    List<Level> some = List.of(Level.ONE, Level.TWO, Level.THREE, Level.ALL);
    List<Raise> raises = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Level level = some.get(random.nextInt(some.size()));
      raises.add(
          switch (random.nextInt(3)) {
            case 0 -> new Raise.RecentlyWritten(1 + age(random), level);
            case 1 -> new Raise.TokenRange(token(random), token(random), level);
            default ->
                new Raise.OfClass(
                    random.nextInt(KeyPlace.CLASSES), 1 + random.nextInt(KeyPlace.DRAWS), level);
          });
    }
    return decision(some.get(random.nextInt(2)), raises.toArray(new Raise[0]));
  }
}
