package org.quorate.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class TableLevelTest {
  private final TableLevel table =
      new TableLevel(new TableName("shop", "carts"), Level.QUORUM, TableLevelTest::ofFive);

  @ParameterizedTest
  @EnumSource(Level.class)
  void aCarrierEncodesAsTheDriversOwnConstant(Level level) {
    table.set(level, TableLevelTest::ofFive);
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
    table.set(Level.ALL, TableLevelTest::ofFive);
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
    table.set(Level.ONE, TableLevelTest::ofFive);
    assertThat(table.atLeast(Level.QUORUM)).isEqualTo(Level.QUORUM);
  }

  @Test
  void aCarrierIsAlwaysTheSameObject() {
    CarriedLevel before = table.carrier();
    table.set(Level.ONE, TableLevelTest::ofFive);
    table.set(Level.QUORUM, TableLevelTest::ofFive);
    assertThat(table.carrier()).isSameAs(before);
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
