package org.quorate.cassandra.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class LevelsTableTest {
  private static final PublicationSettings SETTINGS =
      PublicationSettings.in(new TableName("shop", "Levels"));
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final UUID PUBLISHER = new UUID(1, 2);
  private static final Node NODE = FakeNode.of(1, "dc1").node;
  private static final LevelWord WORD =
      new LevelWord(
          Level.LOCAL_ONE, Level.LOCAL_QUORUM, 47, "0:9", Level.LOCAL_QUORUM, "dc1", "Why.");

  private final FakeSession driver = new FakeSession("ONE");

  private CompletionStage<?> write(PublicationSettings settings) {
    return new LevelsTable(driver.session, settings).write(CARTS, PUBLISHER, 7, WORD);
  }

  private SimpleStatement executed(int number) {
    return (SimpleStatement) driver.executed.get(number);
  }

  private static Object failure(CompletionStage<?> answer) {
    return answer.handle((value, failure) -> failure.getCause()).toCompletableFuture().join();
  }

  @Test
  void aWordIsOneInsertThatLivesForTenSeconds() {
    write(SETTINGS);
    assertThat(driver.executed).hasSize(1);
    SimpleStatement insert = executed(0);
    assertThat(insert.getQuery())
        .isEqualTo(
            "INSERT INTO shop.\"Levels\" (part, about, publisher, format, sequence, valid_ms,"
                + " level, safe_level, window_ms, raised, raised_level, data_center, reason)"
                + " VALUES (0, ?, ?, 1, ?, 3000, ?, ?, ?, ?, ?, ?, ?) USING TTL 10");
    assertThat(insert.getPositionalValues())
        .isEqualTo(
            List.of(
                "shop.carts",
                PUBLISHER,
                7L,
                "LOCAL_ONE",
                "LOCAL_QUORUM",
                47,
                "0:9",
                "LOCAL_QUORUM",
                "dc1",
                "Why."));
    assertThat(insert.getConsistencyLevel()).isEqualTo(DefaultConsistencyLevel.QUORUM);
    assertThat(insert.isIdempotent()).isTrue();
    assertThat(insert.getTimeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void wordsHaveStampsOfTheirOwnThatGrowWhateverBecomesOfTheirAttempts() {
    LevelsTable table = new LevelsTable(driver.session, SETTINGS);
    long before = System.currentTimeMillis() * 1_000;
    for (int sequence = 1; sequence <= 100; sequence++) {
      table.write(CARTS, PUBLISHER, sequence, WORD);
    }
    assertThat(driver.executed.stream().map(Statement::getQueryTimestamp).toList())
        .isSorted()
        .doesNotHaveDuplicates()
        .allMatch(stamp -> stamp >= before);
  }

  @Test
  void aMissingTableOrRightIsToldWithWhatAnAdministratorCanRun() {
    driver.failures.add(new InvalidQueryException(NODE, "unconfigured table Levels"));
    assertThat(failure(write(SETTINGS)))
        .isInstanceOf(SourceException.class)
        .asString()
        .contains("Table shop.Levels cannot keep published levels (unconfigured table Levels)")
        .contains(LevelsTable.createTable(SETTINGS.table()));
    driver.failures.add(new UnauthorizedException(NODE, "no MODIFY permission"));
    assertThat(failure(write(SETTINGS)))
        .isInstanceOf(SourceException.class)
        .asString()
        .endsWith("GRANT MODIFY ON TABLE shop.\"Levels\" TO role;");
  }

  @Test
  void theTableIsCreatedWhereItMayBe() {
    write(SETTINGS.withCreation(true));
    assertThat(driver.executed).hasSize(1);
    assertThat(executed(0).getQuery())
        .startsWith(
            "CREATE TABLE IF NOT EXISTS shop.\"Levels\" (part int, about text, publisher uuid,"
                + " format int, sequence bigint, valid_ms int,")
        .endsWith(" AND gc_grace_seconds = 3600");
  }

  @Test
  void aRowLivesTwiceAsLongAsItCountsAndTenSecondsAtLeast() {
    assertThat(SETTINGS.withValid(Duration.ofSeconds(2)).timeToLive())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(SETTINGS.withValid(Duration.ofMillis(6_150)).timeToLive())
        .isEqualTo(Duration.ofSeconds(13));
    for (Duration wrong : List.of(Duration.ofMillis(1_999), Duration.ofSeconds(61))) {
      assertThatThrownBy(() -> SETTINGS.withValid(wrong)).hasMessageContaining("2 seconds to a");
    }
  }
}
