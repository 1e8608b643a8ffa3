package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.dse.driver.api.core.cql.continuous.reactive.ContinuousReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.protocol.internal.ProtocolConstants.ConsistencyLevel;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.error.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What a session does where servers do not allow a level that it has chosen. Nothing is known of
 * the traffic here, so that reads are at the stated safe level, ALL.
 */
class RefusedLevelsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String OWN = "LOCAL_QUORUM";
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final String ALONE =
      "The table shop.carts is left alone: the servers do not allow reads at ALL (guardrail"
          + " read_consistency_levels_disallowed), so they are sent at the application's own level.";

  private final Queue<LevelEvent> events = new ConcurrentLinkedQueue<>();
  private final StandInServer server = StandInServer.with(Map.of());
  private AdaptiveSession session;

  @AfterEach
  void close() {
    if (session != null) {
      session.close();
    }
    server.close();
  }

  private void adapt(WhenUnreachable whenUnreachable) {
    session =
        Quorate.adaptive(
            server.session(OWN).build(),
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(
                    TableSettings.of(CARTS, 0.01, Level.ONE)
                        .withPolicy(Policies.of("harmony", 0.01))
                        .withWhenUnreachable(whenUnreachable)
                        .withSafeLevel(Level.ALL))
                .propagation(
                    (any, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
                .interval(Duration.ofMillis(100))
                .eventPeriod(Duration.ZERO)
                .management(false)
                .listener(events::add)
                .build());
    Awaitility.await()
        .until(() -> session.levels().level(CARTS).orElseThrow().current() == Level.ALL);
  }

  private BoundStatement bound() {
    return session.prepare(StandInServer.READ).bind(1);
  }

  private List<String> leftAlone() {
    return LeftAlone.reasons(events);
  }

  @ParameterizedTest
  @EnumSource(WhenUnreachable.class)
  void aReadAtALevelThatServersDoNotAllowIsSentAgainAtTheApplicationsOwn(WhenUnreachable how) {
    adapt(how);
    BoundStatement read = bound();
    server.disallowed.add("ALL");
    assertThat(session.execute(read).all()).isEmpty();
    session.execute(read);
    session.execute(bound());
    session.execute(SimpleStatement.newInstance(StandInServer.READ, 1));
    assertThat(server.levels).containsExactly("ALL", OWN, OWN, OWN, OWN);
    assertThat(leftAlone()).containsExactly(ALONE);
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).contains(ALONE);
  }

  @ParameterizedTest
  @EnumSource(WhenUnreachable.class)
  void soIsAnAsynchronousOneAndSeveralUnderWayAreToldOnce(WhenUnreachable how) {
    adapt(how);
    server.disallowed.add("ALL");
    BoundStatement read = bound();
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sent.add(
          session.executeAsync(
              i % 2 == 0 ? read : SimpleStatement.newInstance(StandInServer.READ, 1)));
    }
    assertThat(sent).allSatisfy(each -> assertThat(each).succeedsWithin(WAIT));
    assertThat(server.levels).contains("ALL");
    assertThat(leftAlone()).containsExactly(ALONE);
    server.levels.clear();
    assertThat(session.executeAsync(read)).succeedsWithin(WAIT);
    assertThat(server.levels).containsExactly(OWN);
  }

  /** It fails itself: it is sent where nobody here can send it again. */
  @Test
  void aReactiveReadThatIsRefusedHasTheNextOnesSentAtTheApplicationsOwnLevel() {
    adapt(WhenUnreachable.FAIL);
    server.disallowed.add("ALL");
    assertThat(rows(session.executeReactive(bound())))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining("[ALL] are not allowed");
    assertThat(rows(session.executeReactive(bound()))).succeedsWithin(WAIT).isEqualTo(0);
    assertThat(server.levels).containsExactly("ALL", OWN);
    assertThat(leftAlone()).containsExactly(ALONE);
  }

  static CompletableFuture<Integer> rows(ReactiveResultSet result) {
    CompletableFuture<Integer> rows = new CompletableFuture<>();
    result.subscribe(
        new Subscriber<>() {
          private int count;

          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(ReactiveRow row) {
            count++;
          }

          @Override
          public void onError(Throwable failure) {
            rows.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {
            rows.complete(count);
          }
        });
    return rows;
  }

  @Test
  void whereTheApplicationsOwnLevelIsNotAllowedEitherItHearsOfThat() {
    adapt(WhenUnreachable.FAIL);
    server.disallowed.addAll(List.of("ALL", OWN));
    assertThatThrownBy(() -> session.execute(bound()))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("[" + OWN + "] are not allowed");
    assertThat(server.levels).containsExactly("ALL", OWN);
    assertThat(session.executeAsync(bound()))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .withMessageContaining("[" + OWN + "] are not allowed");
    assertThat(server.levels).as("once").containsExactly("ALL", OWN, OWN);
  }

  /** As any session's own. */
  @Test
  void aReadThatIsInvalidForAnotherReasonFailsAtOnce() {
    adapt(WhenUnreachable.FAIL);
    server.answers.add(() -> new Error(ErrorCode.INVALID, "unconfigured table"));
    assertThatThrownBy(() -> session.execute(bound())).hasMessage("unconfigured table");
    server.answers.add(() -> new Error(ErrorCode.INVALID, "unconfigured table"));
    assertThat(session.executeAsync(bound()))
        .failsWithin(WAIT)
        .withThrowableThat()
        .havingRootCause()
        .withMessage("unconfigured table");
    assertThat(server.levels).containsExactly("ALL", "ALL");
    assertThat(leftAlone()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPinToALevelThatServersDoNotAllowIsReleased(boolean isBlocking) {
    adapt(WhenUnreachable.FAIL);
    session.levels().pin(CARTS, Level.TWO);
    server.disallowed.add("TWO");
    if (isBlocking) {
      session.execute(bound());
    } else {
      assertThat(session.executeAsync(bound())).succeedsWithin(WAIT);
    }
    session.execute(bound());
    assertThat(server.levels).containsExactly("TWO", OWN, "ALL");
    assertThat(session.levels().status(CARTS).orElseThrow().pinned()).isFalse();
  }

  /** The level was somebody's mistake, and not the session's choice. */
  @ParameterizedTest
  @EnumSource(value = Mode.class, names = "OFF", mode = EnumSource.Mode.EXCLUDE)
  void aTableWhosePinIsReleasedIsMindedAsBefore(Mode mode) {
    adapt(WhenUnreachable.FAIL);
    session.levels().mode(mode);
    session.levels().pin(CARTS, Level.TWO);
    server.disallowed.add("TWO");
    session.execute(bound());
    assertThat(session.levels().status(CARTS).orElseThrow().pinned()).isFalse();
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isEmpty();
    assertThat(leftAlone()).isEmpty();
  }

  @Test
  void soIsOneOfWhichSeveralReadsWereUnderWayAtThePin() {
    adapt(WhenUnreachable.FAIL);
    session.levels().pin(CARTS, Level.TWO);
    BoundStatement read = bound();
    CompletableFuture<Void> allSent = new CompletableFuture<>();
    for (int i = 0; i < 20; i++) {
      server.answers.add(
          () -> {
            allSent.join();
            return StandInServer.refusal("TWO");
          });
    }
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sent.add(session.executeAsync(read));
    }
    allSent.complete(null);
    assertThat(sent).allSatisfy(each -> assertThat(each).succeedsWithin(WAIT));
    assertThat(server.levels).hasSize(40).containsOnly("TWO", OWN);
    assertThat(session.levels().status(CARTS).orElseThrow().pinned()).isFalse();
    assertThat(leftAlone()).isEmpty();
  }

  /** It was served at the application's own level, which is no weaker than the session's choice. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWeakerLevelThatIsRefusedIsNotToldOfAsServed(boolean isBlocking) {
    adapt(WhenUnreachable.SERVE_AND_REPORT);
    server.disallowed.add("LOCAL_ONE");
    server.answers.add(() -> new Unavailable("down", ConsistencyLevel.ALL, 3, 1));
    read(isBlocking);
    assertThat(server.levels).containsExactly("ALL", "LOCAL_ONE", OWN);
    assertThat(leftAlone()).singleElement().asString().contains("reads at LOCAL_ONE");
    assertThat(events).extracting(LevelEvent::kind).doesNotContain(Kind.SERVED_WEAKER);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReadOfATableThatIsLeftAloneSinceItWasSentIsNotServedWeaker(boolean isBlocking) {
    adapt(WhenUnreachable.SERVE_AND_REPORT);
    server.disallowed.add("ALL");
    server.answers.add(() -> new Unavailable("down", ConsistencyLevel.LOCAL_QUORUM, 2, 1));
    assertThatThrownBy(() -> read(isBlocking)).hasStackTraceContaining("Not enough replicas");
    assertThat(server.levels).containsExactly("ALL", OWN);
    assertThat(leftAlone()).containsExactly(ALONE);
    assertThat(events).extracting(LevelEvent::kind).doesNotContain(Kind.SERVED_WEAKER);
  }

  private void read(boolean isBlocking) {
    if (isBlocking) {
      session.execute(bound());
    } else {
      session.executeAsync(bound()).toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }
  }

  /** Its results are of a type of their own; a server of Apache Cassandra has no such reads. */
  @Test
  void aContinuousReactiveReadIsTheDriversOwn() {
    adapt(WhenUnreachable.FAIL);
    session.levels().pin(CARTS, Level.TWO);
    ContinuousReactiveResultSet read = session.executeContinuouslyReactive(bound());
    assertThat(rows(read).handle((rows, failure) -> "ended")).succeedsWithin(WAIT);
    ContinuousReactiveResultSet write =
        session.executeContinuouslyReactive(
            SimpleStatement.newInstance("INSERT INTO shop.carts (id, v) VALUES (1, 'a')"));
    assertThat(rows(write).handle((rows, failure) -> "ended")).succeedsWithin(WAIT);
  }

  @Test
  void aTableIsMindedAgainWhereTheApplicationSaysSo() {
    adapt(WhenUnreachable.FAIL);
    server.disallowed.add("ALL");
    session.execute(bound());
    server.disallowed.clear();
    session.levels().leaveAlone(CARTS, null);
    session.execute(bound());
    assertThat(server.levels).containsExactly("ALL", OWN, "ALL");
  }

  @Test
  void cancellingAnAsynchronousReadReachesTheDriver() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    session =
        Quorate.adaptive(
            driver.session,
            AdaptiveSettings.builder()
                .mode(Mode.OFF)
                .table(TableSettings.of(CARTS, 1, Level.ONE))
                .management(false)
                .build());
    session.levels().pin(CARTS, Level.TWO);
    SimpleStatement read = SimpleStatement.newInstance(StandInServer.READ, 1);
    session.executeAsync(read).toCompletableFuture().cancel(true);
    assertThat(driver.pending.get(0)).isCancelled();
  }
}
