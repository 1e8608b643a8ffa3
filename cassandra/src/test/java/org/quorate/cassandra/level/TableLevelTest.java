package org.quorate.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

class TableLevelTest {
  private final TableLevel table =
      new TableLevel(
          new TableName("shop", "carts"),
          Level.QUORUM,
          TableLevelTest::ofFive,
          new TableMemory(MemorySettings.DEFAULT, System::nanoTime));

  @ParameterizedTest
  @EnumSource(Level.class)
  void aCarrierEncodesAsTheDriversOwnConstant(Level level) {
    set(level);
    ConsistencyLevel expected = DriverLevels.of(level);
    ConsistencyLevel carrier = table.carrier();
    assertThat(carrier.getProtocolCode()).isEqualTo(expected.getProtocolCode());
    assertThat(carrier.name()).isEqualTo(expected.name());
    assertThat(carrier.isDcLocal()).isEqualTo(expected.isDcLocal());
    assertThat(carrier.isSerial()).isFalse();
  }

  @Test
  void whatAStatementCarriesNeverChanges() {
    ConsistencyLevel sent = table.carrier();
    set(Level.ALL);
    assertThat(sent.getProtocolCode()).isEqualTo(DefaultConsistencyLevel.QUORUM.getProtocolCode());
    assertThat(sent.name()).isEqualTo("QUORUM");
    assertThat(table.carrier().name()).isEqualTo("ALL");
  }

  @Test
  void theStrongerOfTwoLevelsIsTheOneThatNeedsMoreReplicas() {
    assertThat(table.atLeast(Level.ALL)).isEqualTo(Level.ALL);
    assertThat(table.atLeast(Level.TWO)).isEqualTo(Level.QUORUM);
    assertThat(table.atLeast(Level.THREE))
        .as("as many take the current name")
        .isEqualTo(Level.QUORUM);
    set(Level.ONE);
    assertThat(table.atLeast(Level.QUORUM)).isEqualTo(Level.QUORUM);
  }

  @Test
  void aCarrierIsAlwaysTheSameObject() {
    CarriedLevel before = table.carrier();
    set(Level.ONE);
    set(Level.QUORUM);
    assertThat(table.carrier()).isSameAs(before);
  }

  @Test
  void aDecisionInEffectIsCompiledOnceForAsLongAsItStays() {
    Decision decision =
        new Decision(
            Level.ONE,
            List.of(new Raise.TokenRange(0, 10, Level.TWO)),
            "because",
            Optional.empty());
    table.set(decision, TableLevelTest::ofFive);
    CompiledDecision compiled = table.decision();
    assertThat(compiled.decision()).isEqualTo(decision);
    assertThat(table.current()).isEqualTo(Level.ONE);
    table.set(decision, TableLevelTest::ofFive);
    assertThat(table.decision()).isSameAs(compiled);
  }

  private void set(Level level) {
    table.set(Decision.of(level, "because"), TableLevelTest::ofFive);
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
