package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

class ReadingTurnsTest {
  private static TableControl table(String policy, boolean hasRoundTrips) {
    TableControl table =
        new TableControl(
            TableSettings.of(TableName.parse("shop.carts"), 0.01, Level.ONE)
                .withPolicy(Policies.of(policy, 0.01)),
            Level.ONE,
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, () -> 0));
    if (hasRoundTrips) {
      DelaySample trips = DelaySample.of(List.of(0.01, 0.02));
      table
          .loop()
          .propagation(Propagation.exactly(0.01), new RoundTrips(trips, DelaySample.NONE), 0);
    }
    return table;
  }

  private static List<Boolean> rounds(int turns, TableControl... tables) {
    ReadingTurns turn = new ReadingTurns(List.of(tables));
    return IntStream.range(0, 6).mapToObj(any -> turn.isNext(turns)).toList();
  }

  @Test
  void whoTellsNobodyReadsInEveryRound() {
    assertThat(rounds(1, table("quorate", true))).containsOnly(true);
  }

  @Test
  void ofThreeEachReadsInEveryThirdRound() {
    assertThat(rounds(3, table("quorate", true), table("recency", true)))
        .containsExactly(false, false, true, false, false, true);
  }

  @Test
  void whereOneTableIsDecidedOnRatesTheyAreReadInEveryRound() {
    assertThat(rounds(3, table("quorate", true), table("harmony", true))).containsOnly(true);
  }

  @Test
  void whereTimesAreKnownByWritesAloneTheyAreReadInEveryRound() {
    assertThat(rounds(3, table("quorate", false))).containsOnly(true);
  }

  @Test
  void aTableThatIsLeftAloneAsksForNothing() {
    TableControl left = table("harmony", true);
    left.leaveAlone("not minded");
    assertThat(rounds(3, table("quorate", true), left))
        .containsExactly(false, false, true, false, false, true);
  }
}
