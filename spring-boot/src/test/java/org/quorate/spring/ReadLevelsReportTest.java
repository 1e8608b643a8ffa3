package org.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelCost;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.freshness.FreshnessObjective;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.Interval;

class ReadLevelsReportTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final LevelCost TIMED =
      new LevelCost(Level.LOCAL_ONE, 1, OptionalDouble.of(1.5), 8);
  private static final LevelCost UNTIMED =
      new LevelCost(Level.LOCAL_QUORUM, 2, OptionalDouble.empty(), 0);

  @Test
  void aTableIsToldAsItStands() {
    Freshness freshness =
        new Freshness(
            FreshnessObjective.DEFAULT,
            Double.NaN,
            new Interval(0, 1, 0.95),
            Map.of(),
            1,
            0,
            0,
            0,
            Double.NaN,
            Double.NaN);
    TableStatus status =
        new TableStatus(
            CARTS,
            Level.LOCAL_ONE,
            "It is enough.",
            Level.LOCAL_QUORUM,
            Level.LOCAL_QUORUM,
            true,
            Optional.of("It has counters."),
            List.of(TIMED, UNTIMED),
            freshness,
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(ReadLevelsReport.Table.of(status))
        .isEqualTo(
            new ReadLevelsReport.Table(
                "shop.carts",
                "LOCAL_ONE",
                true,
                "It is enough.",
                "LOCAL_QUORUM",
                "It has counters.",
                List.of(
                    new ReadLevelsReport.Cost("LOCAL_ONE", 1, 1.5, 8),
                    new ReadLevelsReport.Cost("LOCAL_QUORUM", 2, null, 0)),
                freshness.sentence()));
  }

  @Test
  void aStatementIsToldWithItsLevelOrWithout() {
    assertThat(
            StatementExplanation.of(
                new LevelExplanation(
                    Optional.of(CARTS), Optional.of(Level.LOCAL_ONE), Optional.of(TIMED), "So.")))
        .isEqualTo(
            new StatementExplanation(
                "shop.carts",
                "LOCAL_ONE",
                new ReadLevelsReport.Cost("LOCAL_ONE", 1, 1.5, 8),
                "So."));
    assertThat(StatementExplanation.of(LevelExplanation.untouched("It is a write.")))
        .isEqualTo(new StatementExplanation(null, null, null, "It is a write."));
  }
}
