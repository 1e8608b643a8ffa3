package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.ReturnDelays;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

class SettlementTest {
  private static final TableName BROKEN = new TableName("shop", "broken");
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final long SECOND = 1_000_000_000L;

  private final List<LevelEvent> told = new ArrayList<>();
  private final Events events =
      new Events(List.of(told::add), Duration.ZERO, () -> 0, InstantSource.system());

  @Test
  void aTableWhosePolicyFailsKeepsNoOtherFromItsLevelAndHasTheSafeOneItself() {
    TableControl broken = control(BROKEN, new Failing());
    broken.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, 0, List.of()),
        broken.levels(),
        0);
    assertThatThrownBy(() -> broken.behind(List.of(new KeyRange(0, 9)), 0)).hasMessage("broken");
    TableControl carts = control(CARTS, Policies.of("quorate", 0.01));
    Map<TableName, TableControl> tables = new LinkedHashMap<>();
    tables.put(BROKEN, broken);
    tables.put(CARTS, carts);
    settlement().settle(tables, Mode.ADAPT, false, 1);
    assertThat(told)
        .extracting(LevelEvent::reason)
        .contains("The levels could not be kept: broken");
    assertThat(carts.level().current()).isEqualTo(Level.ALL);
    assertThat(broken.level().current()).isEqualTo(Level.ALL);
  }

  @Test
  void aReturnOfWhichNoRangeIsRaisedAnyMoreIsNotTakenForThatOfALaterRead() {
    TableControl carts = control(CARTS, Policies.of("quorate", 0.01));
    TableMemory memory = carts.level().memory();
    memory.returned();
    settlement().settle(Map.of(CARTS, carts), Mode.ADAPT, false, 1);
    memory.raised(Cause.TOKEN_RANGE);
    assertThat(memory.returns().within(ReturnDelays.WITHIN.size())).isZero();
  }

  /** 5,000 reads a second of rows that others write; eight pairs stand for 800 of them each. */
  @Test
  void anErrorBudgetThatPairsProveToBeSpentIsToldOnceAndOnceMoreWhenItIsCalmAgain() {
    TableControl carts = control(CARTS, Policies.of("quorate", 0.01));
    Settlement settlement = settlement();
    for (int second = 1; second <= 20; second++) {
      pass(carts, settlement, second);
    }
    assertThat(budgets()).isEmpty();
    for (int pair = 0; pair < 8; pair++) {
      carts.level().memory().pairs().add(RecentWrites.NEVER_WRITTEN, true);
    }
    pass(carts, settlement, 21);
    assertThat(carts.status().budget().orElseThrow().state()).isEqualTo(BudgetState.SPENT);
    assertThat(carts.level().current()).isEqualTo(Level.ALL);
    assertThat(budgets()).singleElement().asString().endsWith("is spent: all reads are raised.");
    for (int second = 22; second <= 82; second++) {
      pass(carts, settlement, second);
    }
    assertThat(carts.status().budget().orElseThrow().state()).isEqualTo(BudgetState.CALM);
    assertThat(budgets()).hasSize(2);
  }

  @Test
  void clocksThatPairsHaveShownToBeApartAreToldOnceUntilTheyAreNotAnyMoreAndAreMinded() {
    TableControl carts = control(CARTS, Policies.of("quorate", 0.01));
    Settlement settlement = settlement();
    long halfAnHour = 1_800;
    for (long begin : new long[] {2, 10 * halfAnHour}) {
      told.clear();
      carts.level().memory().clocks().seen(begin * SECOND);
      for (long second = begin; second <= begin + 3; second++) {
        pass(carts, settlement, second);
      }
      assertThat(told)
          .filteredOn(event -> event.kind() == LevelEvent.Kind.SAMPLING)
          .singleElement()
          .satisfies(event -> assertThat(event.table()).isEqualTo(CARTS));
      assertThat(evidence(carts).clocksApart()).isTrue();
      pass(carts, settlement, begin + halfAnHour + 1);
      pass(carts, settlement, begin + halfAnHour + 2);
      assertThat(evidence(carts).clocksApart()).isFalse();
    }
  }

  private static Evidence evidence(TableControl of) {
    return of.loop().observation().orElseThrow().evidence();
  }

  private List<String> budgets() {
    return told.stream()
        .filter(event -> event.kind() == LevelEvent.Kind.BUDGET)
        .map(LevelEvent::reason)
        .toList();
  }

  private static void pass(TableControl table, Settlement settlement, long second) {
    long now = second * SECOND;
    table.propagation(
        new PropagationReading(Propagation.exactly(0.001), "known", 1, now, List.of()),
        table.levels(),
        now);
    for (int read = 0; read < 5_000; read++) {
      table.level().memory().read(read, RecentWrites.NEVER_WRITTEN, KeyPlace.UNKNOWN);
    }
    table.count(Mode.ADAPT, now);
    settlement.settle(Map.of(CARTS, table), Mode.ADAPT, false, now);
  }

  private Settlement settlement() {
    return new Settlement(
        new ReplicaRounds(
            new FakeSession("ONE").session,
            events,
            Runnable::run,
            () -> {},
            new PairedReplicas(List.of()),
            () -> 0,
            7),
        new ProblemReports(events, 3),
        events,
        Optional.empty());
  }

  private static TableControl control(TableName table, ConsistencyPolicy policy) {
    TableControl made =
        new TableControl(
            TableSettings.of(table, 0.01, Level.ONE)
                .withPolicy(policy)
                .withSafeLevel(Level.ALL)
                .withBudgetWindow(LoopSettings.DEFAULT_BUDGET_WINDOW),
            Level.ONE,
            Duration.ofSeconds(3),
            Duration.ofSeconds(40),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, () -> 0));
    made.known(
        ClusterFacts.Answer.of(
            new ClusterFacts.TableFacts(
                new Replication(Map.of("dc1", 3)), "dc1", Level.ONE, Map.of())));
    return made;
  }

  private static final class Failing implements ConsistencyPolicy {
    @Override
    public String name() {
      return "failing 0%";
    }

    @Override
    public boolean needsRates() {
      return false;
    }

    @Override
    public Decision decide(Observation observation, ReadLevels levels) {
      throw new IllegalStateException("broken");
    }
  }
}
