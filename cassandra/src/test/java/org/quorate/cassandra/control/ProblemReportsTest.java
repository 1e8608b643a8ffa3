package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.table.TableName;

class ProblemReportsTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final List<LevelEvent> told = new ArrayList<>();
  private final ProblemReports problems =
      new ProblemReports(
          new Events(List.of(told::add), Duration.ZERO, () -> 0, InstantSource.system()), 3);

  @Test
  void aTableThatIsDroppedComesBackAndIsDroppedAgainIsToldOfEachTime() {
    problems.usable(CARTS);
    for (int round = 0; round < 2; round++) {
      problems.unusable(CARTS, "There is no such table.");
      problems.unusable(CARTS, "There is no such table.");
      problems.usable(CARTS);
      problems.usable(CARTS);
    }
    assertThat(told)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "There is no such table.",
            "The table is minded again.",
            "There is no such table.",
            "The table is minded again.");
  }

  @Test
  void thatRoundTripsWereMeasuredFarTooShortIsToldOnceUntilPairsAgree() {
    for (int round = 0; round < 2; round++) {
      problems.times(CARTS, 1);
      problems.times(CARTS, 9.96);
      problems.times(CARTS, 8);
    }
    assertThat(told)
        .hasSize(2)
        .allMatch(event -> event.kind() == LevelEvent.Kind.SOURCE_PROBLEM)
        .allMatch(event -> event.reason().contains("about 10.0 times as long as was measured"));
  }

  @Test
  void tablesOfWhichNothingIsKnownAnyMoreAreNamedAndSoAreThoseThatAreBack() {
    TableName orders = new TableName("shop", "orders");
    problems.lost(Set.of(CARTS), Set.of(orders));
    problems.lost(Set.of(CARTS), Set.of(orders));
    problems.lost(Set.of(), Set.of(CARTS, orders));
    problems.lost(Set.of(), Set.of(CARTS, orders));
    assertThat(told)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "The counts or propagation times of shop.carts are not known any more; their reads go"
                + " out at the safe level until they are.",
            "The counts and propagation times of shop.carts are known again.");
  }

  @Test
  void thatAGuaranteeIsBrokenAndHoldsAgainIsToldOnce() {
    problems.guaranteed(CARTS, Optional.empty());
    for (int round = 0; round < 2; round++) {
      problems.guaranteed(CARTS, Optional.of("of this."));
    }
    problems.guaranteed(CARTS, Optional.empty());
    problems.guaranteed(CARTS, Optional.empty());
    assertThat(told)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "What was guaranteed of the table does not hold from now on: of this.",
            "What was guaranteed of the table holds again for what is written and read from now"
                + " on.");
  }

  @Test
  void thatNoPairIsComparedIsToldOnceAndNotOfAFewReads() {
    problems.unpaired(CARTS, 199);
    assertThat(told).isEmpty();
    problems.unpaired(CARTS, 200);
    problems.unpaired(CARTS, 201);
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith(
            "shop.carts: No pair was compared beside the table's reads yet: 200 that were drawn are"
                + " not prepared, ")
        .contains("Prepare the reads; ");
  }
}
