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

class ReadingTurnsTest {
  private static TableControl table(String policy) {
    return new TableControl(
        TableSettings.of(TableName.parse("shop.carts"), 0.01, Level.ONE)
            .withPolicy(Policies.of(policy, 0.01)),
        Level.ONE,
        Duration.ofSeconds(3),
        Duration.ofSeconds(60),
        LoopSettings.DEFAULT_PAIR_BUDGET,
        new TableMemory(MemorySettings.DEFAULT, () -> 0));
  }

  private static List<Boolean> rounds(int turns, String... policies) {
    ReadingTurns turn =
        new ReadingTurns(List.of(policies).stream().map(ReadingTurnsTest::table).toList());
    return IntStream.range(0, 6).mapToObj(any -> turn.isNext(turns)).toList();
  }

  @Test
  void whoTellsNobodyReadsInEveryRound() {
    assertThat(rounds(1, "quorate")).containsOnly(true);
  }

  @Test
  void ofThreeEachReadsInEveryThirdRound() {
    assertThat(rounds(3, "quorate", "recency"))
        .containsExactly(false, false, true, false, false, true);
  }

  @Test
  void whereOneTableIsDecidedOnRatesTheyAreReadInEveryRound() {
    assertThat(rounds(3, "quorate", "harmony")).containsOnly(true);
  }
}
