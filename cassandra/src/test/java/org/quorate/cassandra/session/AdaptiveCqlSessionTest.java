package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.dse.driver.api.core.cql.continuous.ContinuousResultSet;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

final class AdaptiveCqlSessionTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final Node NODE = FakeNode.of(1, "dc1").node;

  private final List<LevelEvent> told = new ArrayList<>();
  private final List<LevelController> made = new ArrayList<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private Runnable onClose = () -> ended.complete(true);

  @AfterEach
  void close() {
    made.forEach(LevelController::close);
  }

  private AdaptiveCqlSession adaptive(
      FakeSession driver, Mode mode, UnaryOperator<TableSettings> settings) {
    AdaptiveSettings all =
        AdaptiveSettings.builder()
            .mode(mode)
            .sampleShare(0)
            .profiles(List.of("patient", "abroad"))
            .table(settings.apply(TableSettings.of(CARTS, 1, Level.ONE)))
            .build();
    Events events =
        new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(driver.session, 0, events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(driver.session, all, events, pairs::readsSent, System::nanoTime);
    made.add(levels);
    return new AdaptiveCqlSession(
        driver.session, levels, pairs, events, all.profiles(), () -> onClose.run());
  }

  private static ConsistencyLevel last(FakeSession driver) {
    Statement<?> statement = driver.executed.get(driver.executed.size() - 1);
    ConsistencyLevel level = statement.getConsistencyLevel();
    return level instanceof CarriedLevel carried
        ? DefaultConsistencyLevel.valueOf(carried.name())
        : level;
  }

  private static UnavailableException unavailable() {
    return new UnavailableException(NODE, DefaultConsistencyLevel.ALL, 3, 2);
  }

  @Test
  void aReadThatCannotBeServedIsServedWeakerWhereThatWasDeclared() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    driver.failures.add(unavailable());
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(levelsOf(driver)).containsExactly("ALL", "LOCAL_QUORUM");
  }

  @Test
  void aReplicaThatDoesNotAnswerInTimeCountsAsOneThatIsNotThere() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    driver.failures.add(new ReadTimeoutException(NODE, DefaultConsistencyLevel.ALL, 2, 3, true));
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(levelsOf(driver)).containsExactly("ALL", "LOCAL_QUORUM");
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.SERVED_WEAKER)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "Only 2 of the 3 replicas that a read needed answered in time, so it was served by"
                + " fewer.");
    ReadTimeoutException nobody =
        new ReadTimeoutException(NODE, DefaultConsistencyLevel.ALL, 0, 3, false);
    driver.failures.add(nobody);
    assertThatThrownBy(() -> session.execute(SimpleStatement.newInstance(READ, 1)))
        .isSameAs(nobody);
  }

  /** Of six replicas four are up, of the three here one. */
  @Test
  void replicasElsewhereAreNotTakenForReplicasHere() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    driver.replicas(Map.of("dc1", "3", "dc2", "3"));
    AdaptiveCqlSession session = servingWeaker(driver);
    List<RuntimeException> failures =
        List.of(
            new UnavailableException(NODE, DefaultConsistencyLevel.ALL, 6, 4),
            new UnavailableException(NODE, DefaultConsistencyLevel.LOCAL_QUORUM, 2, 1));
    driver.failures.addAll(failures);
    session.execute(SimpleStatement.newInstance(READ, 1));
    driver.failures.addAll(failures);
    session.executeAsync(SimpleStatement.newInstance(READ, 1));
    driver.pending.get(0).complete(null);
    assertThat(levelsOf(driver))
        .containsExactly("ALL", "LOCAL_QUORUM", "LOCAL_ONE", "ALL", "LOCAL_QUORUM", "LOCAL_ONE");
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.SERVED_WEAKER)
        .hasSize(2)
        .allMatch(event -> event.from() == Level.ALL && event.to() == Level.LOCAL_ONE);
  }

  @Test
  void aReadThatNothingWeakerCanServeFails() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    UnavailableException last =
        new UnavailableException(NODE, DefaultConsistencyLevel.LOCAL_QUORUM, 3, 2);
    driver.failures.add(unavailable());
    driver.failures.add(last);
    assertThatThrownBy(() -> session.execute(SimpleStatement.newInstance(READ, 1))).isSameAs(last);
    assertThat(levelsOf(driver)).containsExactly("ALL", "LOCAL_QUORUM");
  }

  @SuppressWarnings("unchecked") // The driver that stands in answers with something else.
  private static GenericType<Object> continuous() {
    return (GenericType<Object>) (GenericType<?>) GenericType.of(ContinuousResultSet.class);
  }

  private static List<String> levelsOf(FakeSession driver) {
    return driver.executed.stream().map(each -> each.getConsistencyLevel().name()).toList();
  }

  private AdaptiveCqlSession servingWeaker(FakeSession driver) {
    return adaptive(
        driver,
        Mode.ADAPT,
        table ->
            table.withSafeLevel(Level.ALL).withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT));
  }

  /** Its pages are sent by the server for the one request, so at its level. */
  @Test
  void aReadWithContinuousPagingGetsTheTablesLevelToo() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    for (Statement<?> read :
        List.of(SimpleStatement.newInstance(READ, 1), session.prepare(READ).bind(1))) {
      Object pages = session.<Statement<?>, Object>execute(read, continuous());
      assertThat(pages).isNotNull();
      assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    }
  }

  @Test
  void textsOfOtherTablesAreNotReadAtAll() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    for (int i = 0; i < 1000; i++) {
      session.execute(
          SimpleStatement.newInstance("INSERT INTO shop.other (id) VALUES (" + i + ")"));
    }
    assertThat(session.rememberedCharacters()).isZero();
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(session.rememberedCharacters()).isEqualTo(READ.length());
  }

  @Test
  void anAsynchronousReadThatIsServedWeakerIsToldOnceItIsServed() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    driver.failures.add(unavailable());
    CompletionStage<AsyncResultSet> rows =
        session.executeAsync(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.LOCAL_QUORUM);
    assertThat(told).extracting(LevelEvent::kind).doesNotContain(Kind.SERVED_WEAKER);
    List<LevelEvent> toldBeforeTheRows = new ArrayList<>();
    CompletionStage<Void> seen = rows.thenAccept(served -> toldBeforeTheRows.addAll(told));
    driver.pending.get(0).complete(null);
    assertThat(seen).isCompleted();
    assertThat(toldBeforeTheRows).extracting(LevelEvent::kind).contains(Kind.SERVED_WEAKER);
  }

  @Test
  void anAsynchronousReadFailsWithTheDriversOwnException() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    RuntimeException own = new IllegalStateException("the driver's");
    driver.failures.add(own);
    AtomicReference<Throwable> seen = new AtomicReference<>();
    session
        .executeAsync(SimpleStatement.newInstance(READ, 1))
        .whenComplete((rows, failure) -> seen.set(failure));
    assertThat(seen.get()).isSameAs(own);

    driver.failures.add(unavailable());
    driver.failures.add(own);
    session
        .executeAsync(SimpleStatement.newInstance(READ, 1))
        .whenComplete((rows, failure) -> seen.set(failure));
    assertThat(seen.get()).as("of the second attempt").isSameAs(own);
    assertThat(told).extracting(LevelEvent::kind).doesNotContain(Kind.SERVED_WEAKER);
  }

  @Test
  void cancellingAnAsynchronousReadReachesTheDriver() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = servingWeaker(driver);
    session.executeAsync(SimpleStatement.newInstance(READ, 1)).toCompletableFuture().cancel(true);
    assertThat(driver.pending.get(0)).isCancelled();

    driver.failures.add(unavailable());
    session.executeAsync(SimpleStatement.newInstance(READ, 1)).toCompletableFuture().cancel(true);
    assertThat(driver.pending.get(1)).as("the second attempt").isCancelled();
  }

  @Test
  void readsAreTheApplicationsOwnOnceTheLevelsAreClosed() {
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session
        .levels()
        .level(CARTS)
        .orElseThrow()
        .set(Decision.of(Level.LOCAL_ONE, "by the test"), level -> 1);
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.LOCAL_ONE);
    session.levels().close();
    session.levels().mode(Mode.ADAPT);
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).as("the driver's own, whatever it becomes").isNull();
    session.execute(session.prepare(READ).bind(1));
    assertThat(last(driver)).isNull();
    session.levels().pin(CARTS, Level.TWO);
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    assertThat(session.levels().mode()).isEqualTo(Mode.OFF);
  }

  @Test
  void whatWasStartedEndsWhereTheApplicationClosesItsOwnSession() throws Exception {
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.endWithDelegate();
    assertThat(ended).isNotDone();
    driver.closed.complete(null);
    assertThat(ended.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(session.levels().mode()).isEqualTo(Mode.OFF);
    session.closeAsync().toCompletableFuture().get(1, TimeUnit.MINUTES);
    session.forceCloseAsync().toCompletableFuture().get(1, TimeUnit.MINUTES);
    session.close();
  }

  @Test
  void whatFailsWhenASessionIsClosedKeepsNobodyWaiting() throws Exception {
    onClose =
        () -> {
          throw new IllegalStateException("by the test");
        };
    AdaptiveCqlSession session =
        adaptive(new FakeSession("LOCAL_QUORUM"), Mode.ADAPT, table -> table);
    session.closeAsync().toCompletableFuture().get(1, TimeUnit.MINUTES);
    assertThat(session.levels().mode()).isEqualTo(Mode.OFF);
  }

  /** What gives servers back their settings waits for them. */
  @Test
  void whatEndsWithASessionEndsOnNoThreadOfItsCaller() throws Exception {
    AtomicReference<Thread> by = new AtomicReference<>();
    onClose = () -> by.set(Thread.currentThread());
    AdaptiveCqlSession session =
        adaptive(new FakeSession("LOCAL_QUORUM"), Mode.ADAPT, table -> table);
    session.closeAsync().toCompletableFuture().get(1, TimeUnit.MINUTES);
    assertThat(by.get()).isNotNull().isNotSameAs(Thread.currentThread());
  }

  @ParameterizedTest
  @EnumSource(names = {"OBSERVE", "OFF"})
  void theApplicationsOwnLevelIsNeverServedWeaker(Mode mode) {
    FakeSession driver = new FakeSession("ALL");
    AdaptiveCqlSession session =
        adaptive(
            driver, mode, table -> table.withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT));
    driver.failures.add(unavailable());
    assertThatThrownBy(() -> session.execute(SimpleStatement.newInstance(READ, 1)))
        .isInstanceOf(UnavailableException.class);
    assertThat(driver.executed).hasSize(1);
  }

  @Test
  void aTableThatIsLeftAloneIsNeverServedWeaker() {
    FakeSession driver = new FakeSession("ALL");
    AdaptiveCqlSession session =
        adaptive(
            driver,
            Mode.ADAPT,
            table -> table.withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT));
    session.execute(
        SimpleStatement.newInstance("INSERT INTO shop.carts (id) VALUES (1) IF NOT EXISTS"));
    driver.failures.add(unavailable());
    assertThatThrownBy(() -> session.execute(SimpleStatement.newInstance(READ, 1)))
        .isInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SERIAL", "LOCAL_SERIAL"})
  void aSerialLevelOfTheApplicationsOwnIsKept(String own) {
    FakeSession driver = new FakeSession(own);
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).as("the driver's own").isNull();
    session.execute(session.prepare(READ).bind(1));
    assertThat(last(driver)).isNull();
  }

  @Test
  void aLaterPageOfAKeptStatementIsAsStrongAsTheFirst() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.QUORUM);
    BoundStatement first = session.prepare(READ).bind(1);
    session.execute(first);
    session.levels().pin(CARTS, Level.ONE);
    BoundStatement later = first.setPagingState(ByteBuffer.allocate(4));
    session.execute(later);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.QUORUM);
    session.levels().pin(CARTS, Level.ALL);
    session.execute(later);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.ALL);
    session.levels().pin(CARTS, Level.ONE);
    session.execute(first);
    assertThat(last(driver)).as("from the beginning again").isEqualTo(DefaultConsistencyLevel.ONE);
  }

  /** Bound weakly, its first page raised, and the table quiet again before the second. */
  @Test
  void aLaterPageOfABoundReadIsNoWeakerThanItsFirstCanHaveBeen() {
    FakeSession driver = new FakeSession("QUORUM");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    TableLevel carts = session.levels().level(CARTS).orElseThrow();
    Decision quiet = Decision.of(Level.ONE, "quiet");
    Decision raising =
        new Decision(
            Level.ONE,
            List.of(new Raise.TokenRange(Long.MIN_VALUE, Long.MAX_VALUE, Level.QUORUM)),
            "behind",
            Optional.empty());
    for (Decision first : List.of(Decision.of(Level.QUORUM, "busy"), raising)) {
      carts.set(quiet, level -> level.replicas(3));
      BoundStatement read = session.prepare(READ).bind(1);
      carts.set(first, level -> level.replicas(3));
      session.execute(read);
      assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.QUORUM);
      carts.set(quiet, level -> level.replicas(3));
      session.execute(read.setPagingState(ByteBuffer.allocate(4)));
      assertThat(last(driver)).as("bound before").isEqualTo(DefaultConsistencyLevel.QUORUM);
      session.execute(session.prepare(READ).bind(1).setPagingState(ByteBuffer.allocate(4)));
      assertThat(last(driver)).as("bound anew").isEqualTo(DefaultConsistencyLevel.QUORUM);
    }
  }

  @Test
  void whatATrackerReadsAtTheEndIsWhatWasSent() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.ONE);
    session.execute(session.prepare(READ).bind(1));
    session.execute(SimpleStatement.newInstance(READ, 1));
    session.levels().pin(CARTS, Level.ALL); // while they travel
    assertThat(driver.executed)
        .extracting(statement -> statement.getConsistencyLevel().name())
        .containsExactly("ONE", "ONE");
    assertThat(driver.executed)
        .extracting(statement -> statement.getConsistencyLevel().getProtocolCode())
        .containsOnly(DefaultConsistencyLevel.ONE.getProtocolCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM shop.carts WHERE id = 1 AND hour = 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND v = 2",
        "SELECT v FROM shop.carts WHERE day = 1",
        "SELECT v FROM shop.carts WHERE id IN (1, 2)",
        "SELECT v FROM shop.carts WHERE id IN (1)",
        "SELECT v FROM shop.carts WHERE id > 1",
        "SELECT v FROM shop.carts WHERE (id, day) = (1, 2)",
        "SELECT v FROM shop.carts WHERE id = 1 AND hour > 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND hour IN (2)",
        "SELECT v FROM shop.carts WHERE id = 1 AND day > 1 AND hour = 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND day > 1 AND hour > 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND day > 1 AND v = 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND (hour, day) > (1, 2)",
      })
  void aReadThatLeavesItsPartitionOrNeedsAnIndexIsLeftAlone(String query) {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.execute(SimpleStatement.newInstance(query));
    assertThat(last(driver)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM shop.carts WHERE id = 1",
        "SELECT v FROM shop.carts WHERE day = 2 AND id = 1",
        "SELECT v FROM shop.carts WHERE id = 1 AND hour = 3 AND day = 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND day > 2",
        "SELECT v FROM shop.carts WHERE id = 1 AND day >= 2 AND day < 5 LIMIT 3",
        "SELECT v FROM shop.carts WHERE id = 1 AND day = 2 AND hour <= 3",
        "SELECT v FROM shop.carts WHERE id = 1 AND day IN (2, 3) AND hour > 3",
        "SELECT v FROM shop.carts WHERE id = 1 AND day IN (2, 3)",
        "SELECT v FROM shop.carts WHERE id = 1 AND hour IN (2, 3) AND day = 1",
        "SELECT v FROM shop.carts WHERE id = 1 AND (day, hour) > (2, 3)",
        "SELECT v FROM shop.carts WHERE id = 1 AND (day, hour) > (2, 3) AND (day) < (5)",
        "SELECT v FROM shop.carts WHERE id = 1 AND (day, hour) IN ((2, 3), (4, 5))",
        "SELECT v FROM shop.carts WHERE id = 1 AND day BETWEEN 2 AND 3",
        "SELECT v FROM shop.carts WHERE id = 1 ORDER BY day DESC PER PARTITION LIMIT 2 LIMIT 1",
      })
  void aReadWithinAPartitionGetsTheTablesLevel(String query) {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session =
        adaptive(driver, Mode.ADAPT, table -> table.withSafeLevel(Level.ALL));
    session.execute(SimpleStatement.newInstance(query));
    assertThat(last(driver)).as("the stated safe level").isEqualTo(DefaultConsistencyLevel.ALL);
  }

  @Test
  void aStatementIsNeverExchangedForOneOfAnotherKeyspace() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    PreparedStatement read = session.prepare("SELECT v FROM shop.carts WHERE id = ?");
    driver.statementId = 1;
    session.levels().pin(new TableName("shop", "carts"), Level.QUORUM);
    for (int i = 0; i < 2; i++) {
      BoundStatement bound = read.bind(1);
      assertThat(bound.getPreparedStatement().getId().get(0)).isZero();
      assertThat(bound.getConsistencyLevel().name()).isEqualTo("QUORUM");
    }
  }

  @Test
  void aTableThatTheDriverComesToKnowIsMindedFromThenOn() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    driver.makeTable();
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).isNull();
    driver.makeTable("id");
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(last(driver)).isNotNull();
  }

  @Test
  void statementsOfAProfileWithAnotherLocalDataCentreAreLeftAloneAndThatIsToldOnce() {
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    driver.options.put(TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc1");
    driver.options.put("abroad", TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc2");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    BoundStatement read = session.prepare(READ).bind(1);
    session.execute(read);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    session.execute(read.setExecutionProfileName("abroad"));
    assertThat(last(driver)).isNull();
    session.execute(SimpleStatement.newInstance(READ, 1).setExecutionProfileName("abroad"));
    assertThat(last(driver)).isNull();
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.LEFT_ALONE)
        .extracting(LevelEvent::reason)
        .containsExactly(
            "Statements of the profile abroad are left alone: its local data centre is dc2, and"
                + " levels are chosen for dc1.");
  }

  @Test
  void aProfileThatStatesTheDefaultsLevelWins() {
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    driver.options.put("checkout", TypedDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM");
    driver.options.put("patient", TypedDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1));
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    BoundStatement read = session.prepare(READ).bind(1);
    SimpleStatement simple = SimpleStatement.newInstance(READ, 1);
    for (int i = 0; i < 2; i++) {
      session.execute(read.setExecutionProfileName("checkout"));
      assertThat(last(driver)).isNull();
      session.execute(simple.setExecutionProfileName("checkout"));
      assertThat(last(driver)).isNull();
    }
    assertThat(told)
        .filteredOn(event -> event.kind() == Kind.LEFT_ALONE)
        .extracting(LevelEvent::reason)
        .singleElement()
        .asString()
        .contains("of the profile checkout are left alone", "name it in quorate.profiles");
    DriverExecutionProfile usual = driver.session.getContext().getConfig().getDefaultProfile();
    session.execute(
        read.setExecutionProfile(
            usual.withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")));
    assertThat(last(driver)).as("derived in code").isNull();
    for (BoundStatement adapted :
        List.of(
            read.setExecutionProfile(usual),
            read.setExecutionProfileName("default"),
            read.setExecutionProfileName("patient"))) {
      session.execute(adapted);
      assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    }
  }

  @Test
  void aQueryIsReadOnceHoweverManyThereWereBefore() {
    FakeSession driver = new FakeSession("ONE");
    Statements statements =
        new Statements(
            driver.session,
            adaptive(driver, Mode.ADAPT, table -> table).levels(),
            new OwnFaults(
                new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system())));
    for (int i = 0; i < 10_000; i++) {
      statements.plan("SELECT v FROM shop.carts WHERE id = " + i, null);
    }
    Optional<ReadPlan> plan = statements.plan(READ, null);
    assertThat(plan).isPresent();
    assertThat(statements.plan(READ, null)).isSameAs(plan);
  }

  @Test
  void aTableThatIsMadeAgainWithAnotherKeyHasOtherReadsOfOnePartition() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    String query = "SELECT v FROM shop.carts WHERE day = 1";
    String before = "SELECT v FROM shop.carts WHERE id = 1";
    session.execute(SimpleStatement.newInstance(query));
    assertThat(last(driver)).isNull();
    session.execute(SimpleStatement.newInstance(before));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    driver.makeTable("day");
    session.execute(SimpleStatement.newInstance(query));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    session.execute(SimpleStatement.newInstance(before));
    assertThat(last(driver)).as("needs an index now").isNull();
  }

  @Test
  void aPreparedReadFollowsItsTableThatIsMadeAgain() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    PreparedStatement read = session.prepare(READ);
    session.execute(read.bind(1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    driver.makeTable("day");
    session.execute(read.bind(1));
    assertThat(last(driver)).as("needs an index now").isNull();
    session.execute(read.boundStatementBuilder(1).build());
    assertThat(last(driver)).isNull();
    driver.makeTable("id");
    session.execute(read.bind(1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
  }

  @Test
  void aStatementThatAnotherSessionHasBoundDoesNotBringItsLevel() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession other = adaptive(driver, Mode.ADAPT, table -> table);
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    other.levels().pin(CARTS, Level.ALL);
    session.levels().pin(CARTS, Level.TWO);
    session.execute(other.prepare(READ).bind(1));
    assertThat(last(driver)).as("the driver's own").isNull();
    session.execute(session.prepare(READ).bind(1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
  }

  /** As taken from the information about its execution, and sent again. */
  @Test
  void aStatementThatWasSentBeforeDoesNotBringTheLevelThatItGotThen() {
    FakeSession driver = new FakeSession("LOCAL_ONE");
    AdaptiveCqlSession other = adaptive(driver, Mode.ADAPT, table -> table);
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    other.levels().pin(CARTS, Level.ONE);
    session.levels().pin(CARTS, Level.TWO);
    other.execute(SimpleStatement.newInstance(READ, 1));
    SimpleStatement sent = (SimpleStatement) driver.executed.get(driver.executed.size() - 1);
    assertThat(sent.getConsistencyLevel()).isInstanceOf(CarriedLevel.class);
    session.execute(sent);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
    assertThat(session.levels().explain(sent).level()).contains(Level.TWO);
    session.levels().pin(CARTS, null);
    session.execute(sent);
    assertThat(last(driver))
        .as("its own, said or not")
        .isNotIn(DefaultConsistencyLevel.ONE, DefaultConsistencyLevel.TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM shop.\"\" WHERE id = 1",
        "SELECT v FROM \"\".carts WHERE id = 1",
        "INSERT INTO \"\" (id) VALUES (1) IF NOT EXISTS",
      })
  void aNameThatCannotBeIsTheServersToRefuse(String query) {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.execute(SimpleStatement.newInstance(query).setKeyspace("shop"));
    assertThat(last(driver)).isNull();
  }

  @Test
  void aConditionalWriteThatThePlainSessionHasPreparedIsSeen() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    PreparedStatement conditional =
        driver.session.prepare("UPDATE shop.carts SET v = 1 WHERE id = ? IF EXISTS");
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isEmpty();
    session.execute(conditional.bind(1));
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isPresent();
  }

  @Test
  void aConditionalWriteThatIsOnlyExplainedLeavesItsTableMinded() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    String text = "INSERT INTO shop.carts (id, v) VALUES (?, 1) IF NOT EXISTS";
    session.levels().explain(SimpleStatement.newInstance(text, 1));
    session.levels().explain(driver.session.prepare(text).bind(1));
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isEmpty();
    assertThat(told).extracting(LevelEvent::kind).doesNotContain(Kind.LEFT_ALONE);
    session.execute(SimpleStatement.newInstance(text, 1));
    session.execute(SimpleStatement.newInstance(text, 2));
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isPresent();
    assertThat(told).extracting(LevelEvent::kind).containsOnlyOnce(Kind.LEFT_ALONE);
  }

  @Test
  void whatABatchWritesIsReadInTheKeyspaceThatItWasPreparedIn() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    PreparedStatement conditional = // while the session was in its keyspace
        driver.session.prepare("UPDATE carts SET v = 1 WHERE id = ? IF EXISTS");
    session.execute(BatchStatement.newInstance(BatchType.LOGGED, conditional.bind(1)));
    assertThat(session.levels().status(CARTS).orElseThrow().leftAlone()).isPresent();
  }

  @Test
  void aLaterPageOfAStatementThatIsNotPreparedIsNoWeakerThanTheFirstCanHaveBeen() {
    FakeSession driver = new FakeSession("ONE");
    AdaptiveCqlSession session =
        adaptive(driver, Mode.ADAPT, table -> table.withSafeLevel(Level.ALL));
    SimpleStatement first = SimpleStatement.newInstance(READ, 1);
    session.execute(first);
    assertThat(last(driver)).as("nothing is known").isEqualTo(DefaultConsistencyLevel.ALL);
    session
        .levels()
        .level(CARTS)
        .orElseThrow()
        .set(Decision.of(Level.ONE, "quiet"), level -> level == Level.ALL ? 3 : 1);
    session.execute(first);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.ONE);
    SimpleStatement later = first.setPagingState(ByteBuffer.allocate(4));
    session.execute(later);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.ALL);
    session.levels().pin(CARTS, Level.TWO);
    session.execute(later);
    assertThat(last(driver)).as("a pin holds").isEqualTo(DefaultConsistencyLevel.TWO);
    session.levels().pin(CARTS, null);
    session.levels().mode(Mode.OBSERVE);
    session.execute(later);
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.ONE);
  }

  @Test
  void aReadThatIsPreparedBeforeTheDriverKnowsItsTableIsMindedOnceItDoes() {
    FakeSession driver = new FakeSession("ONE");
    driver.makeTable();
    AdaptiveCqlSession session = adaptive(driver, Mode.ADAPT, table -> table);
    session.levels().pin(CARTS, Level.TWO);
    PreparedStatement read = session.prepare(READ);
    session.execute(read.bind(1));
    assertThat(last(driver)).isNull();
    driver.makeTable("id");
    session.execute(read.bind(1));
    assertThat(last(driver)).isEqualTo(DefaultConsistencyLevel.TWO);
  }
}
