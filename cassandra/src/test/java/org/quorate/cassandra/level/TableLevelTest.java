package org.quorate.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

class TableLevelTest {
  private final TableLevel table =
      new TableLevel(new TableName("shop", "carts"), Level.QUORUM, TableLevelTest::ofFive);

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
  void aReadOfWhichTooLittleIsKnownIsAsStrongAsAnyRaise() {
    assertThat(table.isRaising()).isFalse();
    assertThat(table.levelOf(OptionalLong.of(1))).isEqualTo(Level.QUORUM);
    table.set(
        new Decision(
            Level.ONE,
            List.of(
                new Raise.TokenRange(0, 10, Level.TWO), new Raise.TokenRange(10, 20, Level.ALL)),
            "because",
            Optional.empty()),
        TableLevelTest::ofFive);
    assertThat(table.isRaising()).isTrue();
    assertThat(table.current()).isEqualTo(Level.ONE);
    assertThat(table.levelOf(OptionalLong.of(5))).isEqualTo(Level.TWO);
    assertThat(table.levelOf(OptionalLong.of(30))).isEqualTo(Level.ONE);
    assertThat(table.levelOf(OptionalLong.empty())).isEqualTo(Level.ALL);
  }

  private void set(Level level) {
    table.set(Decision.of(level, "because"), TableLevelTest::ofFive);
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
