package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.time.TimestampGenerator;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.SessionTokens.Standing;
import org.quorate.core.guarantee.TokenKeys;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/** Sessions over a driver without a cluster, whose policy would have every read at ONE. */
final class SessionScopeTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String WRITE = "UPDATE shop.carts SET v = 1 WHERE id = ?";
  private static final TokenSettings KEYED =
      TokenSettings.DEFAULT.withKeys(TokenKeys.of(List.of(new byte[32])));
  private static final GuaranteeSettings OWN_WRITES =
      GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES).withTo(GuaranteedTo.SCOPES);
  private static final GuaranteeSettings MONOTONIC =
      GuaranteeSettings.of(Guarantee.MONOTONIC_READS).withTo(GuaranteedTo.SCOPES);

  private final FakeSession driver = new FakeSession("QUORUM");
  private final AtomicLong millis = new AtomicLong(1_800_000_000_000L);
  private final List<LevelEvent> told = new ArrayList<>();
  private final List<LevelController> made = new ArrayList<>();

  @AfterEach
  void close() {
    made.forEach(LevelController::close);
  }

  private static TableSettings carts(Level writeLevel) {
    return TableSettings.of(CARTS, 1, writeLevel);
  }

  private AdaptiveCqlSession session(GuaranteeSettings guarantees) {
    return session(driver, carts(Level.QUORUM).withGuarantees(guarantees), Mode.ADAPT);
  }

  private AdaptiveCqlSession session(FakeSession of, TableSettings table, Mode mode) {
    AdaptiveSettings all = AdaptiveSettings.builder().mode(mode).table(table).build();
    Events events =
        new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(of.session, 0, events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(of.session, all, events, pairs::readsSent, System::nanoTime);
    made.add(levels);
    weaken(levels);
    InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
    return new AdaptiveCqlSession(
        of.session, levels, pairs, events, Set.of(), KEYED, clock, () -> {});
  }

  /** As a policy does that tolerates anything. */
  private static void weaken(LevelController levels) {
    levels
        .level(CARTS)
        .orElseThrow()
        .set(Decision.of(Level.ONE, "Stated by a test."), level -> level.replicas(3));
  }

  private String last() {
    return driver.executed.get(driver.executed.size() - 1).getConsistencyLevel().name();
  }

  private static void write(SessionScope scope, int key) {
    scope.execute(SimpleStatement.newInstance(WRITE, key));
  }

  private String read(CqlSession session, int key) {
    session.execute(SimpleStatement.newInstance(READ, key));
    String simple = last();
    session.execute(session.prepare(READ).bind(key));
    assertThat(last()).isEqualTo(simple);
    return simple;
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
  void requestsThatAskReadWhatTheirProcessHasWrittenAndOthersPayNothing() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.execute(SimpleStatement.newInstance(WRITE, 1));
    session.guaranteed().execute(SimpleStatement.newInstance(WRITE, 2));

    assertThat(read(session.guaranteed(), 1)).isEqualTo("QUORUM");
    assertThat(read(session.guaranteed(), 2)).isEqualTo("QUORUM");
    assertThat(read(session.guaranteed(), 3)).isEqualTo("ONE");
    assertThat(read(session, 1)).isEqualTo("ONE");
    assertThat(read(session.resume(null), 1)).as("a scope asks").isEqualTo("QUORUM");
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    assertThat(session.guaranteed().explain(read).level()).contains(Level.QUORUM);
    assertThat(session.levels().explain(read).level()).contains(Level.ONE);
  }

  @Test
  void requestsThatAskSeeNothingOlderThanTheySaw() {
    AdaptiveCqlSession session = session(MONOTONIC.withTo(GuaranteedTo.REQUESTS));

    assertThat(read(session.guaranteed(), 1)).isEqualTo("QUORUM");
    assertThat(read(session, 1)).isEqualTo("ONE");
  }

  @ParameterizedTest
  @EnumSource(GuaranteedTo.class)
  void whoAsksIsPromisedNothingOfATableThatIsGuaranteedToScopesAlone(GuaranteedTo to) {
    AdaptiveCqlSession session = session(MONOTONIC.withTo(to));

    assertThat(read(session.guaranteed(), 1))
        .isEqualTo(to == GuaranteedTo.SCOPES ? "ONE" : "QUORUM");
  }

  @Test
  void aWeakWriteOfARequestThatDoesNotAskIsToldToo() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.execute(
        SimpleStatement.newInstance(WRITE, 1).setConsistencyLevel(DefaultConsistencyLevel.ONE));

    assertThat(session.levels().guarantees().get(CARTS).weakWrite())
        .hasValueSatisfying(told -> assertThat(told).startsWith("a write was sent at ONE"));
  }

  @Test
  void closingWhatAsksClosesNothing() {
    AdaptiveCqlSession session = session(OWN_WRITES.withTo(GuaranteedTo.REQUESTS));
    session.guaranteed().close();

    assertThat(driver.closed).isNotDone();
    assertThat(read(session, 1)).isEqualTo("ONE");
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
