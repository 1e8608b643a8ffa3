package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

/**
 * What becomes of requests where this library itself fails: its clock throws, or the driver's
 * metadata do.
 */
class OwnFaultsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String WRITE = "INSERT INTO shop.carts (id, v) VALUES (?, 1)";
  private static final long WINDOW = 1_000_000_000L;

  /** Of the partition whose {@code id} is 1. */
  private static final long KEY = PartitionHash.of(TypeCodecs.INT.encode(1, ProtocolVersion.V5));

  private final FakeSession driver = new FakeSession("LOCAL_ONE");
  private final List<LevelEvent> told = new ArrayList<>();
  private boolean isBroken;
  private final Events events =
      new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
  private final PairedReads pairs =
      new PairedReads(driver.session, 0, events, this::now, InstantSource.system());
  private final AdaptiveSettings settings =
      AdaptiveSettings.builder()
          .mode(Mode.ADAPT)
          .table(TableSettings.of(CARTS, 1, Level.ONE).withSafeLevel(Level.LOCAL_QUORUM))
          .memory(MemorySettings.DEFAULT.withReread(true))
          .build();
  private final LevelController levels =
      new LevelController(driver.session, settings, events, pairs::readsSent, this::now);
  private final AdaptiveCqlSession session =
      new AdaptiveCqlSession(driver.session, levels, pairs, events, settings.profiles(), () -> {});

  OwnFaultsTest() {
    levels
        .level(CARTS)
        .orElseThrow()
        .set(
            new Decision(
                Level.LOCAL_ONE,
                List.of(new Raise.RecentlyWritten(WINDOW, Level.LOCAL_QUORUM)),
                "because",
                Optional.empty()),
            level -> level.replicas(3));
  }

  @AfterEach
  void close() {
    isBroken = false;
    levels.close();
  }

  private long now() {
    if (isBroken) {
      throw new IllegalStateException("the clock stands");
    }
    return System.nanoTime();
  }

  private ConsistencyLevel last() {
    return driver.executed.get(driver.executed.size() - 1).getConsistencyLevel();
  }

  private List<String> problems() {
    return told.stream()
        .filter(event -> event.kind() == Kind.SOURCE_PROBLEM)
        .map(LevelEvent::reason)
        .toList();
  }

  @Test
  void aReadWhoseLevelCannotBeChosenIsSentWithoutOneAndThatIsToldOnce() {
    BoundStatement bound = session.prepare(READ).bind(1);
    SimpleStatement simple = SimpleStatement.newInstance(READ, 1);
    isBroken = true;
    for (Statement<?> read : List.of(bound, simple, bound, simple)) {
      session.execute(read);
      assertThat(last()).isNull();
      CompletionStage<AsyncResultSet> rows = session.executeAsync(read);
      assertThat(last()).isNull();
      driver.pending.remove(0).complete(null);
      assertThat(rows.toCompletableFuture()).isCompleted();
    }
    assertThat(driver.executed).hasSize(8);
    assertThat(problems())
        .containsExactly(
            "A request was sent as if Quorate were not there, since Quorate itself failed:"
                + " IllegalStateException: the clock stands. Please report it with the log.");
    isBroken = false;
    session.execute(bound);
    assertThat(last().name()).isEqualTo("LOCAL_ONE");
  }

  @Test
  void aWriteThatCannotBeRememberedIsWhatItWasToTheApplication() {
    BoundStatement bound = session.prepare(WRITE).bind(1);
    SimpleStatement simple = SimpleStatement.newInstance(WRITE, 1);
    isBroken = true;
    for (Statement<?> write :
        List.of(bound, simple, BatchStatement.newInstance(BatchType.LOGGED, bound))) {
      session.execute(write);
      CompletionStage<AsyncResultSet> done = session.executeAsync(write);
      driver.pending.remove(0).complete(null);
      assertThat(done.toCompletableFuture()).isCompleted();
      RuntimeException refused = new IllegalArgumentException("the server's");
      driver.failures.add(refused);
      assertThat(session.executeAsync(write).toCompletableFuture())
          .isCompletedExceptionally()
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .havingRootCause()
          .isSameAs(refused);
    }
    assertThat(driver.executed).hasSize(9);
    assertThat(problems()).hasSize(1);
  }

  /** While one is under way pairs of reads show nothing of its partition, or of any. */
  @ParameterizedTest
  @ValueSource(strings = {WRITE, "INSERT INTO shop.carts JSON ?"})
  void aWriteWhoseEndCannotBeRememberedIsNotUnderWayForEver(String write) {
    SimpleStatement statement = SimpleStatement.newInstance(write, 1);
    TableMemory memory = levels.level(CARTS).orElseThrow().memory();
    session.executeAsync(statement);
    assertThat(memory.isUnderWay(KEY)).isTrue();
    isBroken = true;
    driver.pending.remove(0).complete(null);
    session.execute(statement);
    session.executeAsync(statement);
    driver.pending.remove(0).completeExceptionally(new DriverTimeoutException("late"));
    assertThat(memory.isUnderWay(KEY)).isFalse();
  }

  /** An empty one would contradict what this process has written. */
  @Test
  void anAnswerStandsWhereLookingAtItFails() {
    session.execute(session.prepare(WRITE).bind(1));
    CompletionStage<AsyncResultSet> rows = session.executeAsync(session.prepare(READ).bind(1));
    driver.pending.remove(0).complete(null);
    assertThat(rows.toCompletableFuture()).isCompletedWithValue(null);
    assertThat(problems())
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .contains("NullPointerException");
  }

  @Test
  void whatCannotBeLookedUpIsLeftAlone() {
    PreparedStatement known = session.prepare(READ);
    driver.metadataFailure = new IllegalStateException("no metadata");
    session.execute(known.bind(1));
    session.execute(session.prepare(READ).bind(2));
    session.execute(SimpleStatement.newInstance(READ, 3));
    session.execute(SimpleStatement.newInstance(WRITE, 3));
    session.execute(session.prepare(WRITE).bind(3));
    assertThat(driver.executed).hasSize(5);
    assertThat(problems()).hasSize(1);
  }
}
