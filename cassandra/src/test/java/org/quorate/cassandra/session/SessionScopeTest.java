package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.SessionTokens.Standing;
import org.quorate.core.level.Level;

/** What is guaranteed to scopes, and to the session as a whole. */
final class SessionScopeTest extends GuaranteedTable {
  private static void write(SessionScope scope, int key) {
    scope.execute(SimpleStatement.newInstance(WRITE, key));
  }

  @Test
  void aScopeReadsWhatItHasWrittenAtTheLevelThatMeetsItAndAllElseAsEverybody() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume(null);
    assertThat(scope.standing()).isEqualTo(Standing.NEW);
    write(scope, 1);

    assertThat(read(scope, 1)).isEqualTo("QUORUM");
    assertThat(read(scope, 2)).isEqualTo("ONE");
    assertThat(read(session.resume(null), 1)).isEqualTo("ONE");
    assertThat(read(session, 1)).isEqualTo("ONE");
    millis.addAndGet(80_000);
    assertThat(read(scope, 1)).isEqualTo("ONE");
  }

  @Test
  void aTokenTakesWhatWasWrittenToAnotherProcess() {
    SessionScope scope = session(OWN_WRITES).resume(null);
    write(scope, 1);
    AdaptiveCqlSession elsewhere = session(OWN_WRITES);
    SessionScope resumed = elsewhere.resume(scope.token());

    assertThat(resumed.standing()).isEqualTo(Standing.RESUMED);
    assertThat(read(resumed, 1)).isEqualTo("QUORUM");
    assertThat(read(resumed, 2)).isEqualTo("ONE");
    assertThat(read(elsewhere, 1)).isEqualTo("ONE");
  }

  @Test
  void aScopeExplainsTheLevelThatItsClientGets() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume(null);
    write(scope, 1);
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    SimpleStatement laterPage = read.setPagingState(ByteBuffer.allocate(1));

    assertThat(scope.explain(read).level()).contains(Level.QUORUM);
    assertThat(scope.explain(read).reason())
        .isEqualTo("What was guaranteed of the table asks for QUORUM.");
    assertThat(session.levels().explain(read).level()).contains(Level.ONE);
    assertThat(scope.explain(SimpleStatement.newInstance(READ, 2)).level()).contains(Level.ONE);
    for (CqlSession each : List.of(session, scope)) {
      each.execute(laterPage);
      assertThat(last()).isEqualTo("QUORUM");
    }
    assertThat(session.levels().explain(laterPage).level()).contains(Level.QUORUM);
    assertThat(session.levels().explain(laterPage).reason()).startsWith("It asks for a later page");
  }

  /** What a token leaves out follows from the levels of requests: one that reads else asks more. */
  @Test
  void aTokenOfAProcessThatWasToldOtherwiseIsRefused() {
    String token = session(OWN_WRITES).resume(null).token();
    List<TableSettings> others =
        List.of(
            carts(Level.ONE).withSafeLevel(Level.ALL).withGuarantees(OWN_WRITES),
            carts(Level.QUORUM).withSafeLevel(Level.ALL).withGuarantees(OWN_WRITES),
            carts(Level.QUORUM).withGuarantees(MONOTONIC));
    for (TableSettings other : others) {
      assertThat(session(driver, other, Mode.ADAPT).resume(token).standing())
          .isEqualTo(Standing.REFUSED);
    }
    TableSettings same = carts(Level.QUORUM).withSafeLevel(Level.QUORUM).withGuarantees(OWN_WRITES);
    assertThat(session(driver, same, Mode.ADAPT).resume(token).standing())
        .isEqualTo(Standing.RESUMED);
  }

  @Test
  void requestsThatWereAnsweredSideBySideAreMerged() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope one = session.resume(null);
    SessionScope other = session.resume(null);
    write(one, 1);
    write(other, 2);
    one.merge(other.token());
    SessionScope next = session.resume(one.token());

    assertThat(read(next, 1)).isEqualTo("QUORUM");
    assertThat(read(next, 2)).isEqualTo("QUORUM");
    assertThat(read(next, 3)).isEqualTo("ONE");
  }

  @Test
  void writesByEveryWayAreRemembered() {
    SessionScope scope = session(OWN_WRITES).resume(null);
    scope.execute(scope.prepare(WRITE).bind(1));
    scope.executeAsync(SimpleStatement.newInstance(WRITE, 2));
    scope.execute(
        BatchStatement.newInstance(BatchType.UNLOGGED)
            .add(SimpleStatement.newInstance(WRITE, 3))
            .add(scope.prepare(WRITE).bind(4)));
    scope.execute("DELETE FROM shop.carts WHERE id = 5");

    for (int key = 1; key <= 5; key++) {
      assertThat(read(scope, key)).as("key %d", key).isEqualTo("QUORUM");
    }
    assertThat(read(scope, 6)).isEqualTo("ONE");
    scope.execute("TRUNCATE shop.carts");
    assertThat(read(scope, 6)).isEqualTo("QUORUM");
  }

  /** It may be made long before, as in a pipeline that waits. */
  @Test
  void aReactiveWriteIsRememberedFromItsSubscriptionOn() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume(null);
    List<ReactiveResultSet> made =
        List.of(
            scope.executeReactive(SimpleStatement.newInstance(WRITE, 1)),
            scope.executeReactive(scope.prepare(WRITE).bind(2)),
            scope.executeReactive(
                BatchStatement.newInstance(
                    BatchType.UNLOGGED, SimpleStatement.newInstance(WRITE, 3))));
    millis.addAndGet(65_000);
    assertThat(made)
        .allSatisfy(each -> assertThat(RefusedLevelsTest.rows(each)).isCompletedWithValue(0));
    millis.addAndGet(15_000);

    for (int key = 1; key <= 3; key++) {
      assertThat(read(scope, key)).as("key %d", key).isEqualTo("QUORUM");
      assertThat(read(session.resume(scope.token()), key)).isEqualTo("QUORUM");
    }
    assertThat(read(scope, 4)).isEqualTo("ONE");
  }

  @Test
  void theSessionAsAWholeReadsItsWritesToo() {
    AdaptiveCqlSession session = session(GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES));
    session.execute(SimpleStatement.newInstance(WRITE, 1));

    assertThat(read(session, 1)).isEqualTo("QUORUM");
    assertThat(read(session, 2)).isEqualTo("ONE");
    assertThat(read(session.resume(null), 1)).isEqualTo("QUORUM");
    assertThat(session.levels().explain(SimpleStatement.newInstance(READ, 1)).reason())
        .isEqualTo("What was guaranteed of the table asks for QUORUM.");
    assertThat(session.metrics())
        .filteredOn(metric -> metric.name().equals("quorate.reads.raised"))
        .filteredOn(metric -> metric.tags().containsValue("guarantee"))
        .extracting(Metric::value)
        .containsExactly(4.0);
  }

  @Test
  void monotonicReadsAreAllAtAMajorityWhereNothingStrongerMayBeSent() {
    assertThat(read(session(MONOTONIC).resume(null), 1)).isEqualTo("QUORUM");
    AdaptiveCqlSession whole = session(MONOTONIC.withTo(GuaranteedTo.SESSION));
    assertThat(read(whole, 1)).isEqualTo("QUORUM");
  }

  @Test
  void theSecondReadOfAKeyPaysWhereAllMayBeSent() {
    AdaptiveCqlSession session =
        session(
            driver,
            carts(Level.QUORUM).withSafeLevel(Level.ALL).withGuarantees(MONOTONIC),
            Mode.ADAPT);
    SessionScope scope = session.resume(null);
    scope.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last()).isEqualTo("ONE");

    assertThat(read(session.resume(scope.token()), 1)).isEqualTo("ALL");
    assertThat(last(session.resume(scope.token()), 2)).isEqualTo("ONE");
  }

  /** It may be of one replica, so that the next read could go back at a majority. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAnswerAtTheOwnLevelWhereThePromisedOneWasRefusedIsKnownAsWeak(boolean isBlocking) {
    FakeSession atOne = new FakeSession("ONE");
    AdaptiveCqlSession session =
        session(
            atOne,
            carts(Level.QUORUM).withSafeLevel(Level.ALL).withGuarantees(MONOTONIC),
            Mode.ADAPT);
    SessionScope scope = session.resume(null);
    decide(session.levels(), Level.ALL);
    atOne.failures.add(
        new InvalidQueryException(
            FakeNode.of(1, "dc1").node,
            "Provided values [ALL] are not allowed for read consistency levels"));
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    if (isBlocking) {
      scope.execute(read);
    } else {
      CompletionStage<AsyncResultSet> sent = scope.executeAsync(read);
      assertThat(sent).isNotNull();
    }
    assertThat(atOne.executed.get(1).getConsistencyLevel()).as("the own one").isNull();
    session.levels().leaveAlone(CARTS, null);
    weaken(session.levels());

    scope.execute(SimpleStatement.newInstance(READ, 1));
    scope.execute(SimpleStatement.newInstance(READ, 2));
    assertThat(atOne.executed.subList(2, 4))
        .extracting(each -> each.getConsistencyLevel().name())
        .containsExactly("ALL", "ONE");
  }

  private String last(SessionScope scope, int key) {
    scope.execute(SimpleStatement.newInstance(READ, key));
    return last();
  }

  @Test
  void aTokenThatIsRefusedRaisesReadsForTheTimeToLiveAndNoLonger() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume("forged");

    assertThat(scope.standing()).isEqualTo(Standing.REFUSED);
    assertThat(scope.reason()).contains("it has 6 characters and not 256");
    assertThat(read(scope, 1)).isEqualTo("QUORUM");
    millis.addAndGet(80_000);
    assertThat(read(session.resume(scope.token()), 1)).isEqualTo("ONE");
    assertThat(session.metrics())
        .filteredOn(metric -> metric.name().equals("quorate.scopes"))
        .filteredOn(metric -> metric.tags().equals(Map.of("token", "refused")))
        .extracting(Metric::value)
        .containsExactly(1.0);
  }

  @Test
  void aTableThatWasMadeAgainIsAnother() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    String token = session.resume(null).token();
    driver.makeTable("id");

    assertThat(session.resume(token).standing()).isEqualTo(Standing.REFUSED);
  }

  /** A clock that is behind by an hour, which is longer than any machine stands still. */
  public static final class LateClock implements TimestampGenerator {
    public LateClock(DriverContext context) {
      assertThat(context).isNotNull();
    }

    @Override
    public long next() {
      return (System.currentTimeMillis() - Duration.ofHours(1).toMillis()) * 1000;
    }

    @Override
    public void close() {}
  }

  @Test
  void aWriteHasALaterTimestampThanAnEarlierOneOfTheClientByAClockThatIsAhead() {
    millis.set(System.currentTimeMillis());
    SessionScope scope = session(OWN_WRITES).resume(null);
    write(scope, 1);
    FakeSession late = new FakeSession("QUORUM");
    late.options.put(TypedDriverOption.TIMESTAMP_GENERATOR_CLASS, LateClock.class.getName());
    late.sameSchema(driver);
    AdaptiveCqlSession elsewhere =
        session(late, carts(Level.QUORUM).withGuarantees(OWN_WRITES), Mode.ADAPT);
    write(elsewhere.resume(scope.token()), 1);

    assertThat(timestamp(late)).isEqualTo(timestamp(driver) + 1);
    write(elsewhere.resume(null), 1);
    assertThat(timestamp(late)).isLessThan(timestamp(driver));
  }

  private static long timestamp(FakeSession of) {
    return of.executed.get(of.executed.size() - 1).getQueryTimestamp();
  }

  @Test
  void aTimestampOrALevelOfTheApplicationsOwnWins() {
    SessionScope scope = session(OWN_WRITES).resume(null);
    scope.execute(SimpleStatement.newInstance(WRITE, 1).setQueryTimestamp(5));
    assertThat(timestamp(driver)).isEqualTo(5);
    scope.execute(
        SimpleStatement.newInstance(READ, 1).setConsistencyLevel(DefaultConsistencyLevel.ONE));
    assertThat(last()).isEqualTo("ONE");
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"OBSERVE", "OFF"})
  void whereTheSessionChoosesNoLevelItKeepsNoGuarantee(Mode mode) {
    AdaptiveCqlSession session =
        session(driver, carts(Level.QUORUM).withGuarantees(OWN_WRITES), mode);
    SessionScope scope = session.resume(null);
    write(scope, 1);
    assertThat(read(scope, 1)).isEqualTo("ONE");
  }

  @Test
  void aPinIsTheOperatorsWord() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume(null);
    write(scope, 1);
    session.levels().pin(CARTS, Level.ONE);
    assertThat(read(scope, 1)).isEqualTo("ONE");
    session.levels().pin(CARTS, null);
    weaken(session.levels());
    assertThat(read(scope, 1)).isEqualTo("QUORUM");
  }

  @Test
  void whatCannotBeKeptIsRefusedAtTheStart() {
    assertThatThrownBy(
            () -> session(driver, carts(Level.ONE).withGuarantees(OWN_WRITES), Mode.OBSERVE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The guarantees of table shop.carts are refused: read-your-writes cannot be promised:"
                + " reads at QUORUM, the strongest level that they may be sent at, do not meet every"
                + " write at ONE; state safe-level = ALL, or write at a stronger level.");
    assertThatThrownBy(
            () ->
                carts(Level.QUORUM)
                    .withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT)
                    .withGuarantees(OWN_WRITES))
        .hasMessageContaining("state when-unreachable = fail, or no guarantees");
    FakeSession downgrading = new FakeSession("QUORUM");
    downgrading.options.put(
        TypedDriverOption.RETRY_POLICY_CLASS, "ConsistencyDowngradingRetryPolicy");
    assertThatThrownBy(
            () -> session(downgrading, carts(Level.QUORUM).withGuarantees(OWN_WRITES), Mode.ADAPT))
        .hasMessageContaining("tries requests again at weaker levels");
    FakeSession inAProfile = new FakeSession("QUORUM");
    inAProfile.options.put(
        "batch", TypedDriverOption.RETRY_POLICY_CLASS, "ConsistencyDowngradingRetryPolicy");
    assertThatThrownBy(
            () -> session(inAProfile, carts(Level.QUORUM).withGuarantees(OWN_WRITES), Mode.ADAPT))
        .hasMessageContaining("tries requests again at weaker levels");
  }

  @Test
  void aWriteThatIsWeakerThanWasStatedIsTold() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    SessionScope scope = session.resume(null);
    scope.execute(
        SimpleStatement.newInstance(WRITE, 1).setConsistencyLevel(DefaultConsistencyLevel.ALL));
    scope.execute(SimpleStatement.newInstance(WRITE, 1));
    session.levels().mode(Mode.OFF);
    session.levels().mode(Mode.ADAPT);
    assertThat(told).filteredOn(event -> event.kind() == Kind.GUARANTEE).isEmpty();
    scope.execute(
        SimpleStatement.newInstance(WRITE, 1).setConsistencyLevel(DefaultConsistencyLevel.ONE));
    session.levels().mode(Mode.OFF);
    session.levels().mode(Mode.ADAPT);
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.GUARANTEE)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "What was guaranteed of the table does not hold from now on: a write was sent at ONE,"
                + " and write-level = QUORUM was stated; such writes may be missed.");
  }

  @Test
  void closingAScopeClosesNothing() {
    AdaptiveCqlSession session = session(OWN_WRITES);
    session.resume(null).close();
    assertThat(driver.closed).isNotDone();
    assertThat(session.execute((Statement<?>) SimpleStatement.newInstance(READ, 1))).isNotNull();
  }
}
