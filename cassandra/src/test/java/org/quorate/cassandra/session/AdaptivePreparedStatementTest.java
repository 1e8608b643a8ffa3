package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class AdaptivePreparedStatementTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";

  private final FakeSession driver = new FakeSession("ONE");
  private final Events events =
      new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system());
  private final LevelController levels =
      new LevelController(
          driver.session,
          AdaptiveSettings.builder()
              .mode(Mode.ADAPT)
              .table(TableSettings.of(CARTS, 1, Level.ONE))
              .build(),
          events,
          () -> OwnReads.NONE,
          System::nanoTime);
  private long now;
  private boolean fails = true;
  private int attempts;
  private PreparedStatement newest;

  @AfterEach
  void close() {
    levels.close();
  }

  private AdaptivePreparedStatement prepared() {
    TableLevel table = levels.level(CARTS).orElseThrow();
    Statements statements = new Statements(driver.session, levels, new OwnFaults(events));
    PreparedStatement first = driver.session.prepare(READ);
    return new AdaptivePreparedStatement(
        statements,
        statements.query(READ, null),
        table.carrier(),
        first,
        carrier -> {
          attempts++;
          if (fails) {
            return CompletableFuture.failedFuture(new IllegalStateException("no node"));
          }
          newest = driver.session.prepare(READ);
          return CompletableFuture.completedFuture(newest);
        },
        () -> now);
  }

  @Test
  void aLevelThatCannotBePreparedIsTriedAgainLessAndLessOften() {
    AdaptivePreparedStatement read = prepared();
    levels.pin(CARTS, Level.ALL);
    for (int i = 0; i < 1000; i++) {
      assertThat(read.bind(1).getConsistencyLevel().name()).isEqualTo("ALL");
    }
    assertThat(attempts).isEqualTo(1);
    for (int second = 1; second <= 600; second++) {
      now = TimeUnit.SECONDS.toNanos(second);
      read.bind(1);
    }
    assertThat(attempts).as("after 1, 2, 4 ... 64 seconds, then each 64").isEqualTo(1 + 6 + 8);
    fails = false;
    now += TimeUnit.MINUTES.toNanos(2);
    read.bind(1);
    read.bind(1);
    assertThat(attempts).isEqualTo(1 + 6 + 8 + 1);
  }

  @Test
  void aLevelThatWasPreparedInAnotherKeyspaceIsPreparedAgain() {
    AdaptivePreparedStatement read = prepared();
    fails = false;
    driver.statementId = 1; // USE other
    levels.pin(CARTS, Level.ALL);
    read.bind(1);
    driver.statementId = 0; // and back
    now = TimeUnit.SECONDS.toNanos(1);
    read.bind(1);
    assertThat(attempts).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      assertThat(read.bind(1).getPreparedStatement())
          .as("the one with the level, so that nothing is copied")
          .isSameAs(newest);
    }
    assertThat(attempts).isEqualTo(2);
  }
}
