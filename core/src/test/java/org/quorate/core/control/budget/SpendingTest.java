package org.quorate.core.control.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

class SpendingTest {
  private static final ReadLevels LEVELS = levels(Level.ONE);
  private static final long MILLI = 1_000_000L;
  private static final int WINDOW = AgeBins.of(20 * MILLI);

  private static ReadLevels levels(Level write) {
    return new ReadLevels(new Replication(Map.of("dc1", 5)), "dc1", LevelLadder.GLOBAL, write);
  }

  private static Observation observation(ReadLevels levels) {
    return levels.observation(0, 0, Propagation.exactly(0.01), KeyPopularity.ONE_KEY);
  }

  private static Decision decision(Level level, Raise... raises) {
    return new Decision(level, List.of(raises), "Stated.", Optional.empty());
  }

  private static LeftStale left(Decision sent, Level write) {
    return new LeftStale(sent, levels(write), observation(levels(write)));
  }

  private static double[] bins(int bin, double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = count;
    return counts;
  }

  @Test
  void readsAtALevelThatMeetsEveryWriteSpendNothing() {
    assertThat(left(decision(Level.ALL), Level.ONE).share(WINDOW, 3)).isZero();
    assertThat(left(decision(Level.QUORUM), Level.QUORUM).share(AgeBins.NEVER, 0)).isZero();
    assertThat(left(decision(Level.ONE), Level.ONE).share(AgeBins.NEVER, 15)).isOne();
  }

  /** Of the pairs of five replicas C(4, 2) / C(5, 2) have none of the one that has the write. */
  @Test
  void readsAtALevelInBetweenSpendWhatItsNumberOfReplicasLeaves() {
    assertThat(left(decision(Level.TWO), Level.ONE).share(0, 0))
        .isCloseTo((6.0 / 10) / (4.0 / 5), within(1e-12));
  }

  /** As Horvitz and Thompson have it, with one chance for all. */
  @Test
  void eachStalePairOfASampleStandsForAsManyReadsAsWereDrawnFrom() {
    AgeCounts reads = AgeCounts.of(bins(WINDOW, 4_000));
    ClassCounts counted =
        new ClassCounts(
            ClassCounts.unclassed(reads, AgedPairCounts.NONE).reads(),
            ClassCounts.NONE.pairs(),
            0,
            new BetweenPairs(20, 2, 0));
    Spending spent = Spending.ofSampled(counted, 0.003, 0.005);
    assertThat(spent.reads()).isEqualTo(4_000);
    assertThat(spent.expected()).isCloseTo(12, within(1e-9));
    assertThat(spent.shown()).isCloseTo(400, within(1e-9));
    assertThat(spent.variance()).isCloseTo(2 * 200 * 200, within(1e-6));
  }

  @Test
  void whatIsRaisedForItsAgeSpendsNothingWithinTheWholeBinsOfTheWindow() {
    Raise window = new Raise.RecentlyWritten(AgeBins.fromNanos(WINDOW), Level.ALL);
    LeftStale left = left(decision(Level.ONE, window), Level.ONE);
    assertThat(left.share(WINDOW - 1, 0)).isZero();
    assertThat(left.share(WINDOW, 0)).isOne();
    assertThat(left.share(AgeBins.NEVER, 0)).isOne();
    Raise within = new Raise.RecentlyWritten(AgeBins.fromNanos(WINDOW) - 1, Level.ALL);
    assertThat(left(decision(Level.ONE, within), Level.ONE).share(WINDOW - 1, 0)).isOne();
    Raise any = new Raise.RecentlyWritten(Long.MAX_VALUE, Level.ALL);
    assertThat(left(decision(Level.ONE, any), Level.ONE).share(AgeBins.OLDEST, 0)).isZero();
    assertThat(left(decision(Level.ONE, any), Level.ONE).share(AgeBins.NEVER, 0)).isOne();
  }

  /** 300 decisions of every kind at two levels, beside each draw by itself; seed 5. */
  @Test
  void whatIsRaisedForItsClassSpendsAsMuchLessAsItsDraws() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 300; i++) {
      Raise[] raises = new Raise[random.nextInt(6)];
      for (int raise = 0; raise < raises.length; raise++) {
        raises[raise] =
            random.nextInt(3) == 0
                ? new Raise.RecentlyWritten(
                    AgeBins.fromNanos(1 + random.nextInt(AgeBins.OLDEST)), Level.ALL)
                : new Raise.OfClass(
                    random.nextInt(4), 1 + random.nextInt(KeyPlace.DRAWS), Level.ALL);
      }
      Decision sent = decision(Level.ONE, raises);
      LeftStale left = left(sent, Level.ONE);
      for (int of = 0; of < 4; of++) {
        for (int bin : new int[] {0, random.nextInt(AgeBins.OLDEST), AgeBins.NEVER}) {
          long age = bin == AgeBins.NEVER ? Decision.NEVER_WRITTEN : AgeBins.fromNanos(bin);
          int weak = 0;
          for (int draw = 0; draw < KeyPlace.DRAWS; draw++) {
            Level level = sent.levelOf(0, age, KeyPlace.of(of, draw), LEVELS::replicas);
            weak += level == Level.ONE ? 1 : 0;
          }
          assertThat(left.share(bin, of))
              .as("%s of class %d, bin %d", sent, of, bin)
              .isCloseTo((double) weak / KeyPlace.DRAWS, within(1e-12));
        }
      }
    }
  }

  @Test
  void whatIsExpectedIsOfTheReadsThatWereWeak() {
    Raise window = new Raise.RecentlyWritten(AgeBins.fromNanos(WINDOW), Level.ALL);
    AgeCounts reads =
        AgeCounts.of(bins(WINDOW - 1, 100))
            .plus(AgeCounts.of(bins(WINDOW, 40)))
            .plus(AgeCounts.of(bins(AgeBins.NEVER, 1_000)));
    Spending spent =
        Spending.of(
            ClassCounts.unclassed(reads, AgedPairCounts.NONE),
            left(decision(Level.ONE, window), Level.ONE),
            (bin, of) -> bin == AgeBins.NEVER ? 0.001 : 0.1,
            PairBudget.NONE,
            PairBudget.NONE);
    assertThat(spent.reads()).isEqualTo(1_140);
    assertThat(spent.expected()).isCloseTo(40 * 0.1 + 1_000 * 0.001, within(1e-9));
    assertThat(spent.proven()).isZero();
  }

  @Test
  void aPairStandsForTheReadsThatItWasDrawnFromAndForNoneThatWereRaised() {
    Raise window = new Raise.RecentlyWritten(AgeBins.fromNanos(WINDOW), Level.ALL);
    AgeCounts reads = AgeCounts.of(bins(WINDOW, 10_000));
    PairBudget pairs = PairBudget.of(0.005, reads, AgeBins.fromNanos(WINDOW), 4);
    double chance = pairs.chance(AgeBins.fromNanos(WINDOW));
    AgedPairs found = new AgedPairs();
    found.add(AgeBins.fromNanos(WINDOW), true);
    found.add(AgeBins.fromNanos(WINDOW), true);
    found.add(AgeBins.fromNanos(WINDOW), false);
    found.add(AgeBins.fromNanos(WINDOW - 1), true);
    ClassCounts counted = ClassCounts.unclassed(reads, found.counts());
    LeftStale left = left(decision(Level.ONE, window), Level.ONE);
    Spending spent = Spending.of(counted, left, (bin, of) -> 0, pairs, PairBudget.NONE);
    assertThat(spent.shown()).isCloseTo(2 / chance, within(1e-6));
    assertThat(spent.variance()).isCloseTo(2 / chance / chance, within(1e-3));
    PairBudget twice = PairBudget.of(0.01, reads, AgeBins.fromNanos(WINDOW), 4);
    assertThat(Spending.of(counted, left, (bin, of) -> 0, pairs, twice).shown())
        .as("whichever chance was the greater")
        .isCloseTo(1 / chance, within(1e-6));
    assertThat(Spending.of(counted, left, (bin, of) -> 0, PairBudget.NONE, PairBudget.NONE).shown())
        .as("nobody drew them")
        .isZero();
  }

  @Test
  void whatIsExpectedBeyondTheToleranceCountsAsFarAsTheModelIsTrusted() {
    assertThat(new Spending(1_000, 6, 3, 9).trusted(0.01, false).expected()).isEqualTo(6);
    assertThat(new Spending(1_000, 12, 3, 9).trusted(0.01, false).expected()).isEqualTo(10);
    assertThat(new Spending(1_000, 30, 3, 9).trusted(0.01, false))
        .isEqualTo(new Spending(1_000, 20, 3, 9));
    assertThat(new Spending(1_000, 30, 3, 9).trusted(0.01, true).expected()).isEqualTo(10);
  }

  /** Of 40 weak reads at one age a quarter, of 1,000 of rows that nobody wrote one in 500. */
  @Test
  void pairsShowHowManyOfTheReadsThatWouldBeWeakAreStale() {
    Raise window = new Raise.RecentlyWritten(AgeBins.fromNanos(WINDOW), Level.ALL);
    AgeCounts reads =
        AgeCounts.of(bins(WINDOW - 1, 160))
            .plus(AgeCounts.of(bins(WINDOW, 40)))
            .plus(AgeCounts.of(bins(AgeBins.NEVER, 1_000)));
    AgedPairCounts pairs =
        new AgedPairCounts(
            AgeCounts.of(bins(WINDOW - 1, 50))
                .plus(AgeCounts.of(bins(WINDOW, 20)))
                .plus(AgeCounts.of(bins(AgeBins.NEVER, 500))),
            AgeCounts.of(bins(WINDOW - 1, 40))
                .plus(AgeCounts.of(bins(WINDOW, 5)))
                .plus(AgeCounts.of(bins(AgeBins.NEVER, 1))));
    LeftStale left = left(decision(Level.ONE, window), Level.ONE);
    assertThat(left.shownBy(ClassCounts.unclassed(reads, pairs)))
        .isCloseTo((40 * 0.25 + 1_000 * 0.002) / 1_200, within(1e-12));
    assertThat(left.shownBy(ClassCounts.unclassed(reads, AgedPairCounts.NONE))).isZero();
    assertThat(left.shownBy(ClassCounts.NONE)).isZero();
  }

  /**
   * 2,000 intervals of 20,000 reads at three ages, each stale with its own chance, paired by a
   * budget. That pairs prove more than there is has a probability of at most 0.01 in each: more
   * than 36 of 2,000 have one below 0.001. The mean of what they show is that of what there is,
   * within four of its standard errors (alpha 0.0001); seed 17.
   */
  @Test
  void pairsShowWhatIsStaleWithoutBiasAndSeldomProveMore() {
    SplittableRandom random = new SplittableRandom(17);
    int[] bins = {WINDOW, WINDOW + 30, AgeBins.NEVER};
    double[] shares = {0.2, 0.01, 0.005};
    int[] counts = {2_000, 8_000, 10_000};
    AgeCounts reads = AgeCounts.NONE;
    for (int i = 0; i < bins.length; i++) {
      reads = reads.plus(AgeCounts.of(bins(bins[i], counts[i])));
    }
    PairBudget pairs = PairBudget.of(0.05, reads, AgeBins.fromNanos(WINDOW), 4);
    LeftStale left = left(decision(Level.ONE), Level.ONE);
    int tooMuch = 0;
    double difference = 0;
    double squares = 0;
    int intervals = 2_000;
    for (int interval = 0; interval < intervals; interval++) {
      AgedPairs found = new AgedPairs();
      double stale = 0;
      for (int i = 0; i < bins.length; i++) {
        long age = bins[i] == AgeBins.NEVER ? Decision.NEVER_WRITTEN : AgeBins.fromNanos(bins[i]);
        double chance = pairs.chance(age);
        stale += counts[i] * shares[i];
        for (int read = 0; read < counts[i]; read++) {
          if (random.nextDouble() < chance) {
            found.add(age, random.nextDouble() < shares[i]);
          }
        }
      }
      Spending spent =
          Spending.of(
              ClassCounts.unclassed(AgeCounts.NONE, found.counts()),
              left,
              (bin, of) -> 0,
              pairs,
              PairBudget.NONE);
      tooMuch += spent.proven() > stale ? 1 : 0;
      difference += spent.shown() - stale;
      squares += (spent.shown() - stale) * (spent.shown() - stale);
    }
    assertThat(tooMuch).isLessThanOrEqualTo(36);
    assertThat(difference / intervals).isCloseTo(0, within(4 * Math.sqrt(squares) / intervals));
  }
}
