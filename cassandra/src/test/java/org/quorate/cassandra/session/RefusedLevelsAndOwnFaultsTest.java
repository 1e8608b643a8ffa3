package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;

/**
 * What becomes of a read whose level servers do not allow where this library fails at leaving the
 * table alone: its clock throws.
 */
class RefusedLevelsAndOwnFaultsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String OWN = "LOCAL_QUORUM";
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final Queue<LevelEvent> told = new ConcurrentLinkedQueue<>();
  private final StandInServer server = StandInServer.with(Map.of());
  private final CqlSession driver = server.session(OWN).build();
  private volatile Throwable fault;
  private final Events events =
      new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
  private final PairedReads pairs =
      new PairedReads(driver, 0, events, this::now, InstantSource.system());
  private final AdaptiveSettings settings =
      AdaptiveSettings.builder()
          .mode(Mode.ADAPT)
          .table(
              TableSettings.of(CARTS, 0.01, Level.ONE)
                  .withPolicy(Policies.of("harmony", 0.01))
                  .withSafeLevel(Level.TWO))
          .propagation((any, table, ladder, bytes) -> new GivenPropagation(0.001, this::now))
          .interval(Duration.ofMillis(100))
          .build();
  private final LevelController levels =
      new LevelController(driver, settings, events, pairs::readsSent, this::now);
  private final AdaptiveCqlSession session =
      new AdaptiveCqlSession(driver, levels, pairs, events, settings.profiles(), () -> {});

  private long now() {
    if (fault instanceof RuntimeException exception) {
      throw exception;
    }
    if (fault instanceof Error error) {
      throw error;
    }
    return System.nanoTime();
  }

  private BoundStatement read;

  @BeforeEach
  void refuse() {
    levels.start();
    Awaitility.await().until(() -> levels.level(CARTS).orElseThrow().current() == Level.TWO);
    read = session.prepare(StandInServer.READ).bind(1);
    server.disallowed.add("TWO");
  }

  /**
   * @param isPinned whether an operator has chosen the level, or the session
   */
  private void fail(boolean isPinned, Throwable how) {
    if (isPinned) {
      levels.pin(CARTS, Level.TWO);
    }
    fault = how;
    // Levels that are being put into effect with a time that was read before are there now.
    synchronized (levels) {
      assertThat(fault).isNotNull();
    }
  }

  @AfterEach
  void close() {
    fault = null;
    session.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsSentAgainAllTheSame(boolean isPinned) {
    fail(isPinned, new IllegalStateException("the clock stands"));
    session.execute(read);
    assertThat(session.executeAsync(read)).succeedsWithin(WAIT);
    assertThat(server.levels).containsExactly("TWO", OWN, "TWO", OWN);
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.SOURCE_PROBLEM)
        .extracting(LevelEvent::reason)
        .filteredOn(reason -> reason.startsWith("A request was sent as if Quorate were not there"))
        .singleElement()
        .asString()
        .contains("IllegalStateException: the clock stands");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReactiveOneFailsAsTheServerSays(boolean isPinned) {
    fail(isPinned, new IllegalStateException("the clock stands"));
    assertThat(RefusedLevelsTest.rows(session.executeReactive(read)))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining("[TWO] are not allowed");
  }

  @Test
  void alsoAnErrorLeavesNoAnswerOpen() {
    fail(false, new AssertionError("the clock stands"));
    assertThat(session.executeAsync(read))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .isSameAs(fault);
    assertThat(RefusedLevelsTest.rows(session.executeReactive(read)))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining("[TWO] are not allowed");
  }
}
