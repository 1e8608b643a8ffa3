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
      new TableLevel(new TableName("shop", "carts"), Level.QUORUM, TableLevelTest::ofFive, false);

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
  void aStatementBoundEarlierFollowsAStrongerLevelAtOnce() {
    ConsistencyLevel bound = table.carrier();
    table.set(Level.ALL, TableLevelTest::ofFive);
    assertThat(bound.getProtocolCode()).isEqualTo(DefaultConsistencyLevel.ALL.getProtocolCode());
  }

  @Test
  void aStatementBoundEarlierNeverGoesOutWeaker() {
    ConsistencyLevel bound = table.carrier();
    table.set(Level.ONE, TableLevelTest::ofFive);
    assertThat(bound.getProtocolCode()).isEqualTo(DefaultConsistencyLevel.QUORUM.getProtocolCode());
    assertThat(table.carrier().getProtocolCode())
        .isEqualTo(DefaultConsistencyLevel.ONE.getProtocolCode());
  }

  @Test
  void levelsOfAsManyReplicasTakeTheCurrentName() {
    table.set(Level.THREE, TableLevelTest::ofFive);
    assertThat(table.carrier(Level.QUORUM).effective()).isEqualTo(Level.THREE);
    assertThat(table.carrier(Level.LOCAL_ONE).effective()).isEqualTo(Level.THREE);
  }

  @Test
  void aCarrierIsAlwaysTheSameObject() {
    LiveLevel before = table.carrier();
    table.set(Level.ONE, TableLevelTest::ofFive);
    table.set(Level.QUORUM, TableLevelTest::ofFive);
    assertThat(table.carrier()).isSameAs(before);
  }

  private static int ofFive(Level level) {
    return level.replicas(5);
  }
}
