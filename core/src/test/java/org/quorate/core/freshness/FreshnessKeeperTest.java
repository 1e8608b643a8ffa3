package org.quorate.core.freshness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.replica.RingShares;
import org.quorate.core.staleness.DelaySample;

class FreshnessKeeperTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long BOUND = 100_000_000L;

  private final FreshnessKeeper keeper = new FreshnessKeeper(FreshnessObjective.DEFAULT);

  /** Round trips of which some are above the bound there and back. */
  private static DelaySample ways(int of, int late) {
    List<Double> ways = new ArrayList<>(Collections.nCopies(of - late, 0.2));
    ways.addAll(Collections.nCopies(late, 0.201));
    return DelaySample.of(ways);
  }

  private static AgedPairCounts pairs(int of, int stale, long age) {
    AgedPairs pairs = new AgedPairs();
    for (int i = 0; i < of; i++) {
      pairs.add(age, i < stale);
    }
    return pairs.counts();
  }

  @Test
  void whatIsNotVisibleInTimeIsToldByItsCause() {
    keeper.written(1_000, new RingShares(0.01, 0.02, 0), 3, 0);
    keeper.measured(ways(500, 5), 0, 0);
    keeper.compared(pairs(1_000, 1, 2 * SECOND), 0);
    Freshness found = keeper.at(0);
    assertThat(found.rest().get(FreshnessCause.DOWN)).isCloseTo(0.01, within(1e-9));
    assertThat(found.rest().get(FreshnessCause.BEHIND)).isCloseTo(0.02, within(1e-9));
    assertThat(found.rest().get(FreshnessCause.SLOW)).isCloseTo(0.97 * 0.01, within(1e-9));
    assertThat(found.rest().get(FreshnessCause.MISSING)).isCloseTo(0.97 * 0.003, within(1e-9));
    assertThat(found.visible()).isCloseTo(0.97 * (1 - 0.013), within(1e-9));
    assertThat(found.interval().low()).isLessThan(found.visible());
    assertThat(found.interval().high()).isBetween(found.visible(), 0.97);
    assertThat(found.sentence())
        .startsWith(
            "95.739 % of the writes of the last hour were visible at every replica within 100ms, 95"
                + " % interval ")
        .endsWith(
            " %, objective 99.9 %; by 500 measured ways and 1,000 pairs of reads. The rest: 1 % with"
                + " a replica down, 2 % with a replica behind, 0.97 % slow, 0.291 % missing.");
  }

  /** The exact limits of a count of 0 and of 1: 3.689, and 0.0253 to 5.572. */
  @Test
  void theIntervalIsThatOfTheWaysThatWereMeasured() {
    keeper.written(1_000, RingShares.FRESH, 3, 0);
    keeper.measured(ways(500, 0), 0, 0);
    assertThat(keeper.at(0).visible()).isOne();
    assertThat(keeper.at(0).interval().low()).isCloseTo(1 - 3.689 / 500, within(1e-5));
    keeper.measured(ways(500, 1), 0, 0);
    assertThat(keeper.at(0).visible()).isCloseTo(0.999, within(1e-9));
    assertThat(keeper.at(0).interval().low()).isCloseTo(1 - 5.572e-3, within(1e-6));
    assertThat(keeper.at(0).interval().high()).isCloseTo(1 - 0.0253e-3, within(1e-7));
    assertThat(new FreshnessKeeper(FreshnessObjective.DEFAULT).at(0).interval().low()).isZero();
  }

  @Test
  void aWayThatWasWaitedForInVainIsLate() {
    keeper.written(1_000, RingShares.FRESH, 3, 0);
    keeper.measured(ways(98, 1), 1, 0);
    keeper.measured(DelaySample.NONE, 1, 0);
    assertThat(keeper.at(0).ways()).isEqualTo(100);
    assertThat(keeper.at(0).visible()).isCloseTo(0.97, within(1e-9));
  }

  @Test
  void minutesCountByTheirWrites() {
    keeper.written(900, RingShares.FRESH, 3, 0);
    keeper.measured(ways(50, 0), 0, 0);
    keeper.written(100, RingShares.FRESH, 3, MINUTE);
    keeper.measured(ways(500, 250), 0, MINUTE);
    assertThat(keeper.at(MINUTE).visible()).isCloseTo(0.95, within(1e-9));
  }

  @Test
  void theBudgetBurnsByBothWindows() {
    for (int minute = 0; minute < 60; minute++) {
      keeper.written(100, RingShares.FRESH, 3, minute * MINUTE);
      keeper.measured(ways(500, minute < 57 ? 0 : 10), 0, minute * MINUTE);
    }
    Freshness found = keeper.at(59 * MINUTE);
    assertThat(found.fastBurn()).as("3 of 5 minutes with 2 % late").isCloseTo(12, within(1e-9));
    assertThat(found.slowBurn()).as("3 of 60").isCloseTo(1, within(1e-9));
    assertThat(keeper.at(64 * MINUTE).fastBurn()).as("nothing for five minutes").isNaN();
  }

  @Test
  void whatIsNotKnownWidensTheIntervalAndIsNoClaim() {
    assertThat(keeper.at(0).visible()).isNaN();
    assertThat(keeper.at(0).sentence())
        .isEqualTo(
            "It is not known which share of the writes was visible at every replica within 100ms.");
    keeper.written(600, RingShares.FRESH, 3, 0);
    keeper.measured(ways(100, 0), 0, 0);
    keeper.written(400, RingShares.FRESH, 3, MINUTE);
    Freshness found = keeper.at(MINUTE);
    assertThat(found.unknown()).as("no way in the second minute").isEqualTo(0.4);
    assertThat(found.visible()).isOne();
    assertThat(found.interval().low()).isLessThan(0.6);
    keeper.written(300, RingShares.UNKNOWN, 3, MINUTE);
    assertThat(keeper.at(MINUTE).visible()).as("of 600 in 1,300").isNaN();
    assertThat(keeper.at(MINUTE).fastBurn()).isNaN();
  }

  @Test
  void whereThereIsOneReplicaEveryWriteIsVisible() {
    keeper.written(600, RingShares.FRESH, 1, 0);
    assertThat(keeper.at(0).visible()).isOne();
    assertThat(keeper.at(0).interval().low()).isOne();
  }

  @Test
  void onlyPairsThatLookedForOldWritesOfThisProcessTellOfMissingOnes() {
    keeper.written(1_000, RingShares.FRESH, 3, 0);
    keeper.measured(ways(100, 0), 0, 0);
    keeper.compared(pairs(10, 10, 9 * BOUND).plus(pairs(10, 10, RecentWrites.NEVER_WRITTEN)), 0);
    assertThat(keeper.at(0).pairs()).isZero();
    assertThat(keeper.at(0).visible()).isOne();
  }

  @Test
  void aStalePairThatIsNotYetAmongThePairsCountsAsOne() {
    keeper.written(1_000, RingShares.FRESH, 3, 0);
    keeper.measured(ways(100, 0), 0, 0);
    keeper.compared(new AgedPairCounts(AgeCounts.NONE, pairs(1, 1, 2 * SECOND).stale()), 0);
    assertThat(keeper.at(0).pairs()).isOne();
    assertThat(keeper.at(0).visible()).isZero();
    assertThat(keeper.at(0).interval().low()).isZero();
  }

  @Test
  void anObjectiveIsToldInFull() {
    FreshnessKeeper strict = new FreshnessKeeper(FreshnessObjective.DEFAULT.withShare(0.999999));
    strict.written(1, RingShares.FRESH, 1, 0);
    assertThat(strict.at(0).sentence()).contains(", objective 99.9999 %; by");
  }

  @Test
  void anObjectiveIsAShareWithinABoundThatCanBeTold() {
    for (double share : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> FreshnessObjective.DEFAULT.withShare(share))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("above 0 and below 1");
    }
    for (Duration bound :
        Set.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofMinutes(1).plusNanos(1))) {
      assertThatThrownBy(() -> FreshnessObjective.DEFAULT.withBound(bound))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most a minute");
    }
  }

  /** Everything that was told, one by one. */
  private record Told(
      long minute, double writes, RingShares shares, int ways, int late, int pairs) {
    double missed() {
      return writes * (shares.down() + shares.behind());
    }

    double left() {
      return writes * (1 - shares.down() - shares.behind() - shares.unknown());
    }
  }

  /** 4 random runs of three hours, each looked at some 170 times; seed 11. */
  @Test
  void itIsWhatABruteForceCountOfTheWindowSays() {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 4; run++) {
      FreshnessKeeper tested = new FreshnessKeeper(FreshnessObjective.DEFAULT);
      List<Told> all = new ArrayList<>();
      AgedPairCounts soFar = AgedPairCounts.NONE;
      long start = random.nextLong(-MINUTE * 1_000, MINUTE * 1_000);
      for (int second = 0; second < 3 * 3_600; second += 7) {
        long now = start + second * SECOND;
        int ways = random.nextInt(8) == 0 ? 1 + random.nextInt(20) : 0;
        Told told =
            new Told(
                Math.floorDiv(now, MINUTE),
                random.nextInt(1_000),
                random.nextInt(4) == 0
                    ? new RingShares(random.nextDouble() / 4, random.nextDouble() / 4, 0.05)
                    : RingShares.FRESH,
                ways,
                ways == 0 ? 0 : random.nextInt(ways),
                random.nextInt(3));
        all.add(told);
        tested.written(told.writes(), told.shares(), 3, now);
        tested.measured(ways(told.ways(), told.late()), 0, now);
        soFar = soFar.plus(pairs(told.pairs(), second % 700 == 0 ? told.pairs() : 0, 5 * SECOND));
        tested.compared(soFar, now);
        if (random.nextInt(9) == 0) {
          check(tested.at(now), all, told.minute());
        }
      }
    }
  }

  private static void check(Freshness found, List<Told> all, long last) {
    List<Told> hour = all.stream().filter(each -> each.minute() > last - 60).toList();
    double writes = hour.stream().mapToDouble(Told::writes).sum();
    double lost = hour.stream().mapToDouble(Told::missed).sum();
    double unknown =
        hour.stream().mapToDouble(each -> each.writes() * each.shares().unknown()).sum();
    double sent = 0;
    for (long minute : new HashSet<>(hour.stream().map(Told::minute).toList())) {
      List<Told> of = hour.stream().filter(each -> each.minute() == minute).toList();
      double left = of.stream().mapToDouble(Told::left).sum();
      int ways = of.stream().mapToInt(Told::ways).sum();
      if (ways == 0) {
        unknown += left;
      } else {
        sent += left;
        lost += left * of.stream().mapToInt(Told::late).sum() / ways;
      }
    }
    double pairs = hour.stream().mapToInt(Told::pairs).sum();
    double stale = 0;
    for (int i = 0; i < all.size(); i++) {
      stale += all.get(i).minute() > last - 60 && i * 7 % 700 == 0 ? all.get(i).pairs() : 0;
    }
    if (stale > 0) {
      double slow = lost - hour.stream().mapToDouble(Told::missed).sum();
      lost += Math.min(sent - slow, sent * 3 * stale / pairs);
    }
    assertThat(found.writes()).isCloseTo(writes, within(1e-6));
    assertThat(found.unknown()).isCloseTo(writes == 0 ? 1 : unknown / writes, within(1e-9));
    if (unknown <= writes / 2 && writes > 0) {
      assertThat(found.visible()).isCloseTo(1 - lost / (writes - unknown), within(1e-9));
      assertThat(found.interval().contains(found.visible())).isTrue();
      assertThat(Stream.of(FreshnessCause.values()).mapToDouble(found.rest()::get).sum())
          .isCloseTo(1 - found.visible(), within(1e-9));
    } else {
      assertThat(found.visible()).isNaN();
    }
  }
}
