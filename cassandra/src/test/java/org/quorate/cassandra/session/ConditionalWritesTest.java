package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;

/**
 * From when on the reads of a table with conditional writes go out at the application's own level.
 * Nothing is known of the traffic here, so that all others are at the stated safe level, ALL.
 */
class ConditionalWritesTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String OWN = "LOCAL_QUORUM";
  private static final String WRITE =
      "INSERT INTO shop.carts (id, v) VALUES (?, 'a') IF NOT EXISTS";
  private static final SimpleStatement CONDITIONAL = SimpleStatement.newInstance(WRITE, 1);

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private final StandInServer server = StandInServer.with(Map.of());
  private volatile LevelListener listener = events::add;
  private AdaptiveSession session;

  @BeforeEach
  void adapt() {
    session =
        Quorate.adaptive(
            server.session(OWN).build(),
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(
                    TableSettings.of(CARTS, 0.01, Level.ONE)
                        .withPolicy(Policies.of("harmony", 0.01))
                        .withSafeLevel(Level.ALL))
                .propagation(
                    (any, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
                .interval(Duration.ofMillis(100))
                .eventPeriod(Duration.ZERO)
                .management(false)
                .listener(event -> listener.heard(event))
                .build());
    Awaitility.await()
        .until(() -> session.levels().level(CARTS).orElseThrow().current() == Level.ALL);
  }

  @AfterEach
  void close() {
    session.close();
    server.close();
  }

  private void read() {
    session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
  }

  private Optional<String> leftAlone() {
    return session.levels().status(CARTS).orElseThrow().leftAlone();
  }

  /** A process that is started again prepares first, and reads what its predecessor has written. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConditionalWriteLeavesItsTableAloneFromWhenItIsPrepared(boolean isBlocking) {
    session.levels().explain(CONDITIONAL);
    read();
    if (isBlocking) {
      session.prepare(WRITE);
    } else {
      session.prepareAsync(WRITE).toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }
    read();
    assertThat(server.levels).containsExactly("ALL", OWN);
    session.execute(CONDITIONAL);
    assertThat(LeftAlone.reasons(events)).hasSize(1);
  }

  @Test
  void aTableThatIsMindedAgainIsLeftAloneAtTheNextConditionalWrite() {
    server.disallowed.add("ALL");
    read();
    assertThat(leftAlone()).hasValueSatisfying(why -> assertThat(why).contains("guardrail"));
    session.execute(CONDITIONAL);
    assertThat(leftAlone()).hasValueSatisfying(why -> assertThat(why).contains("conditional"));
    server.disallowed.clear();
    session.levels().leaveAlone(CARTS, null);
    server.levels.clear();
    read();
    session.execute(CONDITIONAL);
    read();
    assertThat(server.levels).containsExactly("ALL", OWN);
  }

  /** The first is still telling of it, and has not gone out. */
  @Test
  void aConditionalWriteBesideTheFirstGoesOutWhenItsTableIsLeftAlone() {
    CompletableFuture<Void> isTelling = new CompletableFuture<>();
    CompletableFuture<Void> mayGoOn = new CompletableFuture<>();
    listener =
        event -> {
          if (event.kind() == Kind.LEFT_ALONE) {
            isTelling.complete(null);
            mayGoOn.join();
          }
        };
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> session.execute(CONDITIONAL));
    isTelling.orTimeout(60, TimeUnit.SECONDS).join();
    try {
      session.execute(CONDITIONAL);
      read();
      assertThat(server.levels).containsExactly(OWN);
    } finally {
      mayGoOn.complete(null);
      first.orTimeout(60, TimeUnit.SECONDS).join();
    }
  }
}
