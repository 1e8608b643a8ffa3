package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.LevelCost;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.sample.Executed;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.PairTimes;

/**
 * In virtual time, without a server: reads of what was written less than a second ago are raised.
 */
class OwnWritesTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String WRITE = "UPDATE shop.carts SET v = 1 WHERE id = ?";
  private static final String INSERT = "INSERT INTO shop.carts (id, v) VALUES (?, 1)";
  private static final String DELETE_SEVERAL = "DELETE FROM shop.carts WHERE id IN (?, ?)";
  private static final String UPDATE_SEVERAL = "UPDATE shop.carts SET v = 1 WHERE id IN (?, ?)";
  private static final String BATCH_OF_SEVERAL =
      "BEGIN UNLOGGED BATCH UPDATE shop.carts SET v = 1 WHERE id = ?;"
          + " UPDATE shop.carts SET v = 2 WHERE id = ?; APPLY BATCH";
  private static final Node NODE = FakeNode.of(1, "dc1").node;
  private static final long SECOND = 1_000_000_000L;
  private static final Duration LOST = Duration.ofSeconds(60);

  private final FakeSession driver = new FakeSession("LOCAL_ONE");
  private long now = 5 * SECOND;
  private final Events events =
      new Events(List.of(), Duration.ZERO, () -> now, InstantSource.system());
  private final PairedReads pairs =
      new PairedReads(driver.session, 0, events, () -> now, InstantSource.system());
  private final AdaptiveSettings settings =
      AdaptiveSettings.builder()
          .mode(Mode.ADAPT)
          .table(TableSettings.of(CARTS, 1, Level.ONE).withSafeLevel(Level.LOCAL_QUORUM))
          .memory(MemorySettings.DEFAULT.withLostWrites(LOST).withReread(true))
          .build();
  private final LevelController levels =
      new LevelController(driver.session, settings, events, pairs::readsSent, () -> now);
  private final AdaptiveCqlSession session =
      new AdaptiveCqlSession(driver.session, levels, pairs, events, settings.profiles(), () -> {});
  private final TableMemory memory = levels.level(CARTS).orElseThrow().memory();

  OwnWritesTest() {
    raise(new Raise.RecentlyWritten(SECOND, Level.LOCAL_QUORUM));
  }

  private void raise(Raise... raises) {
    levels
        .level(CARTS)
        .orElseThrow()
        .set(
            new Decision(Level.LOCAL_ONE, List.of(raises), "because", Optional.empty()),
            level -> level.replicas(3));
  }

  @AfterEach
  void close() {
    levels.close();
  }

  /** The level of a read of a row, at first. */
  private Level read(int id) {
    Level prepared = sent(session.prepare(READ).bind(id));
    assertThat(sent(SimpleStatement.newInstance(READ, id))).isEqualTo(prepared);
    String text = "SELECT v FROM shop.carts WHERE id = " + id;
    assertThat(sent(SimpleStatement.newInstance(text))).isEqualTo(prepared);
    return prepared;
  }

  private Level sent(Statement<?> read) {
    int before = driver.executed.size();
    session.execute(read);
    return levelsFrom(before).get(0);
  }

  private Level last() {
    Statement<?> statement = driver.executed.get(driver.executed.size() - 1);
    return ((CarriedLevel) statement.getConsistencyLevel()).level();
  }

  private void assertWritten(int... ids) {
    for (int id = 1; id <= 5; id++) {
      boolean written = List.of(box(ids)).contains(id);
      assertThat(read(id)).isEqualTo(written ? Level.LOCAL_QUORUM : Level.LOCAL_ONE);
    }
    now += SECOND - 1;
    for (int id : ids) {
      assertThat(read(id)).as("almost a second later").isEqualTo(Level.LOCAL_QUORUM);
    }
    now += 1;
    for (int id : ids) {
      assertThat(read(id)).as("a second later").isEqualTo(Level.LOCAL_ONE);
    }
  }

  private static Integer[] box(int... ids) {
    return Arrays.stream(ids).boxed().toArray(Integer[]::new);
  }

  @Test
  void aBoundWriteIsRememberedWhoeverPreparedIt() {
    session.execute(session.prepare(WRITE).bind(1));
    session.execute(driver.session.prepare(INSERT).bind(2));
    assertWritten(1, 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO shop.carts (v, id) VALUES (3, 2)",
        "INSERT INTO shop.carts (v, id) VALUES (3, 2) USING TTL 5 AND TIMESTAMP 7",
        "UPDATE shop.carts USING TIMESTAMP 4 SET v = 3 WHERE id = 2 AND day = 1",
        "UPDATE shop.carts SET v = v + 1 WHERE id = 2",
        "DELETE FROM shop.carts WHERE id = 2",
        "DELETE v FROM shop.carts WHERE id = 2 AND day > 3",
      })
  void aWriteInATextIsOfItsPartition(String write) {
    session.execute(SimpleStatement.newInstance(write));
    assertWritten(2);
  }

  @Test
  void aStatementWithValuesIsOfThePartitionThatTheyName() {
    session.execute(SimpleStatement.newInstance(WRITE, 1));
    session.execute(
        SimpleStatement.newInstance(
            "UPDATE shop.carts SET v = :v WHERE id = :id", Map.of("v", 1, "id", 4)));
    assertWritten(1, 4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE shop.carts",
        "DELETE FROM shop.carts WHERE id IN (1, 2)",
        "INSERT INTO shop.carts JSON '{\"id\": 1}'",
        "BEGIN BATCH UPDATE shop.carts SET v = 1 WHERE id = 3; APPLY BATCH",
      })
  void aWriteWhoseKeyIsNotKnownIsOfEveryPartition(String write) {
    session.execute(SimpleStatement.newInstance(write));
    assertWritten(1, 2, 3, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {DELETE_SEVERAL, UPDATE_SEVERAL, BATCH_OF_SEVERAL})
  void aPreparedWriteToSeveralPartitionsIsOfEveryPartition(String write) {
    session.execute(session.prepare(write).bind(1));
    assertWritten(1, 2, 3, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {DELETE_SEVERAL, UPDATE_SEVERAL, BATCH_OF_SEVERAL})
  void aRoutingKeyOfOneOfSeveralPartitionsIsNotTrusted(String write) {
    ByteBuffer one = ByteBuffer.allocate(4).putInt(0, 1);
    session.execute(SimpleStatement.newInstance(write, 1, 2).setRoutingKey(one));
    assertWritten(1, 2, 3, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {DELETE_SEVERAL, UPDATE_SEVERAL, BATCH_OF_SEVERAL})
  void aWriteToSeveralPartitionsThatLackedReplicasForOneMayHaveReachedAnother(String write) {
    driver.failures.add(new UnavailableException(NODE, DefaultConsistencyLevel.QUORUM, 2, 1));
    session.executeAsync(session.prepare(write).bind(1));
    now += LOST.toNanos();
    assertWritten(1, 2, 3, 4, 5);
  }

  @Test
  void aBatchIsRememberedChildByChild() {
    session.execute(
        BatchStatement.newInstance(
            BatchType.UNLOGGED,
            session.prepare(WRITE).bind(1),
            SimpleStatement.newInstance("DELETE FROM shop.carts WHERE id = ?", 3),
            SimpleStatement.newInstance("UPDATE shop.other SET v = 1 WHERE id = 5")));
    assertWritten(1, 3);
  }

  @Test
  void whatARequestWritesToOnePartitionIsCountedOnceAndOnlyOnceItIsAcknowledged() {
    session.execute(
        BatchStatement.newInstance(
            BatchType.LOGGED,
            session.prepare(WRITE).bind(3),
            session.prepare(INSERT).bind(3),
            session.prepare(WRITE).bind(4)));
    assertThat(memory.ownWrites()).isEqualTo(2);
    session.execute(session.prepare(WRITE).bind(3));
    assertThat(memory.ownWrites()).isEqualTo(3);
    driver.failures.add(
        new WriteTimeoutException(
            NODE, DefaultConsistencyLevel.ONE, 0, 1, DefaultWriteType.SIMPLE));
    assertThatThrownBy(() -> session.execute(session.prepare(WRITE).bind(3)))
        .isInstanceOf(WriteTimeoutException.class);
    assertThat(memory.ownWrites()).isEqualTo(3);
  }

  @Test
  void aBatchWithNothingOfTheTablePassesThrough() {
    session.execute(
        BatchStatement.newInstance(
            BatchType.LOGGED,
            SimpleStatement.newInstance("UPDATE shop.other SET v = 1 WHERE id = 5")));
    assertWritten();
  }

  @Test
  void aWriteUnderWayNeedNotBeSeenYetHoweverLongItTakes() {
    session.executeAsync(session.prepare(WRITE).bind(1));
    now += 100 * SECOND;
    assertThat(read(1)).isEqualTo(Level.LOCAL_ONE);
    driver.pending.get(0).complete(null);
    assertWritten(1);
  }

  /** Whoever was the last to wait for a stage is the first to be told. */
  @Test
  void whoeverIsToldThatAWriteIsCompleteReadsAtTheRaisedLevel() {
    List<Level> seen = new ArrayList<>();
    session.executeAsync(session.prepare(WRITE).bind(1)).thenAccept(written -> seen.add(read(1)));
    driver.pending.get(0).complete(rows(0));
    assertThat(seen).containsExactly(Level.LOCAL_QUORUM);
  }

  @Test
  void cancellingAWriteReachesTheDriver() {
    session.executeAsync(session.prepare(WRITE).bind(1)).toCompletableFuture().cancel(true);
    assertThat(driver.pending.get(0)).isCancelled();
  }

  @Test
  void anAsynchronousWriteFailsWithTheDriversOwnException() {
    RuntimeException failure = new InvalidQueryException(NODE, "no such column");
    driver.failures.add(failure);
    CompletableFuture<AsyncResultSet> written =
        session.executeAsync(session.prepare(WRITE).bind(1)).toCompletableFuture();
    assertThatThrownBy(written::join).hasCause(failure);
  }

  @Test
  void aWriteThatIsCertainlyRefusedWasNone() {
    driver.failures.add(new InvalidQueryException(NODE, "no such column"));
    assertThatThrownBy(() -> session.execute(session.prepare(WRITE).bind(1)))
        .isInstanceOf(InvalidQueryException.class);
    driver.failures.add(new UnavailableException(NODE, DefaultConsistencyLevel.QUORUM, 2, 1));
    session.executeAsync(session.prepare(WRITE).bind(2));
    assertWritten();
  }

  @Test
  void aWriteOfUnknownFateCountsUntilItCanHaveNoMoreEffect() {
    driver.failures.add(
        new WriteTimeoutException(
            NODE, DefaultConsistencyLevel.ONE, 0, 1, DefaultWriteType.SIMPLE));
    assertThatThrownBy(() -> session.execute(session.prepare(WRITE).bind(1)))
        .isInstanceOf(WriteTimeoutException.class);
    session.executeAsync(session.prepare(WRITE).bind(2)).toCompletableFuture().cancel(true);
    driver.failures.add(new UnavailableException(NODE, DefaultConsistencyLevel.QUORUM, 2, 1));
    session.executeAsync(
        BatchStatement.newInstance(BatchType.LOGGED, session.prepare(WRITE).bind(3)));
    now += LOST.toNanos();
    assertWritten(1, 2, 3);
  }

  @Test
  void aWriteWithAnUnknownKindOfResultIsOfUnknownFate() {
    Object unknown =
        session.<Statement<?>, Object>execute(
            session.prepare(WRITE).bind(1), GenericType.of(Object.class));
    assertThat(unknown).isNotNull();
    now += LOST.toNanos();
    assertWritten(1);
  }

  @Test
  void aWriteToATableThatTheDriverDoesNotKnowIsOfEveryPartition() {
    driver.makeTable();
    session.execute(SimpleStatement.newInstance(WRITE, 1));
    driver.makeTable("id");
    assertWritten(1, 2, 3, 4, 5);
  }

  @Test
  void readsThatAreRaisedAreCountedByCause() {
    session.execute(session.prepare(WRITE).bind(1));
    session.execute(session.prepare(READ).bind(1));
    session.execute(session.prepare(READ).bind(2));
    assertThat(memory.raisedReads(Cause.RECENT_WRITE)).isEqualTo(1);
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    session.execute(session.prepare(READ).bind(2));
    assertThat(last()).as("of a ring that is not known").isEqualTo(Level.LOCAL_QUORUM);
    assertThat(memory.raisedReads(Cause.TOKEN_RANGE)).isEqualTo(1);
    assertThat(memory.raisedReads(Cause.NONE)).isZero();
  }

  @Test
  void aReadWhosePartitionIsNotKnownIsTakenForOneThatWasWrittenJustNow() {
    String query = "SELECT v FROM shop.carts WHERE id = ?";
    session.execute(SimpleStatement.newInstance(query));
    assertThat(last()).as("no value").isEqualTo(Level.LOCAL_QUORUM);
    session.execute(session.prepare(query).bind());
    assertThat(last()).isEqualTo(Level.LOCAL_QUORUM);
  }

  /** Somebody to whom one level was promised for every read, and what happens before each. */
  private record Promised(Level level, Runnable beforeReads) implements Client {
    Promised(Level level) {
      this(level, () -> {});
    }

    @Override
    public Level floor(TableName table, long hash, long nanosSinceOwnWrite) {
      return level;
    }

    @Override
    public void read(TableName table, long hash, Level sent) {
      beforeReads.run();
    }

    @Override
    public void written(TableName table, long hash, @Nullable Level level) {}

    @Override
    public boolean isOrderingWrites() {
      return false;
    }

    @Override
    public long timestamp(long proposed) {
      return proposed;
    }
  }

  @Test
  void aLaterPageIsNoWeakerThanAFirstOneThatWasRaised() {
    session.execute(session.prepare(WRITE).bind(1));
    BoundStatement kept = session.prepare(READ).bind(1);
    assertThat(sent(kept)).isEqualTo(Level.LOCAL_QUORUM);
    now += 10 * SECOND;
    assertThat(sent(kept.setPagingState(ByteBuffer.allocate(4)))).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(sent(kept)).as("from the beginning").isEqualTo(Level.LOCAL_ONE);
  }

  @Test
  void whatWasPromisedIsKeptWhateverThePolicySays() {
    Statement<?> read = session.prepare(READ).bind(1);
    session.execute(read, new Promised(Level.TWO), Statement.SYNC);
    assertThat(last()).isEqualTo(Level.TWO);
    assertThat(memory.flooredReads()).isEqualTo(1);
    session.execute(read, new Promised(Level.ONE), Statement.SYNC);
    assertThat(last()).as("never weaker than the policy's").isEqualTo(Level.LOCAL_ONE);
    session.execute(read);
    assertThat(last()).isEqualTo(Level.LOCAL_ONE);
    assertThat(memory.flooredReads()).isEqualTo(1);
  }

  @Test
  void aReadThatFindsNothingWhereARowWasInsertedIsReadAgainAtTheSafeLevel() {
    session.execute(session.prepare(INSERT).bind(1));
    session.execute(session.prepare(INSERT).bind(3));
    now += 10 * SECOND;
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    session.execute(SimpleStatement.newInstance(READ, 3));
    session.execute(session.prepare(READ).bind(2));
    assertThat(levelsFrom(before))
        .containsExactly(
            Level.LOCAL_ONE,
            Level.LOCAL_QUORUM,
            Level.LOCAL_ONE,
            Level.LOCAL_QUORUM,
            Level.LOCAL_ONE);
    assertThat(memory.rereads()).isEqualTo(Map.of(Level.LOCAL_ONE, 2L));
  }

  @Test
  void aRowThatTheSafeLevelDoesNotFindEitherIsNotLookedForAgain() {
    session.execute(session.prepare(INSERT).bind(1));
    session.execute(session.prepare(INSERT).bind(2));
    now += 10 * SECOND;
    session.execute(session.prepare(READ).bind(1));
    CompletableFuture<AsyncResultSet> second =
        session.executeAsync(session.prepare(READ).bind(2)).toCompletableFuture();
    driver.pending.get(0).complete(rows(0));
    driver.pending.get(1).complete(rows(0));
    assertThat(second).isCompleted();
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    session.execute(session.prepare(READ).bind(2));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE, Level.LOCAL_ONE);

    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE, Level.LOCAL_QUORUM);
  }

  @Test
  void aRowThatIsInsertedWhileTheSafeLevelLooksForItIsKnown() {
    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    session.executeAsync(session.prepare(READ).bind(1));
    driver.pending.get(0).complete(rows(0));
    session.execute(session.prepare(INSERT).bind(1));
    driver.pending.get(1).complete(rows(0));
    now += 10 * SECOND;
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE, Level.LOCAL_QUORUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM shop.carts WHERE id = 1",
        "INSERT INTO shop.carts (id, v) VALUES (1, 1) USING TTL 5",
        "TRUNCATE shop.carts",
      })
  void aReadThatFindsNothingWhereItMayBeGoneIsAnswered(String write) {
    session.execute(session.prepare(INSERT).bind(1));
    session.execute(SimpleStatement.newInstance(write));
    now += 10 * SECOND;
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE);
  }

  @Test
  void aReadOfLessThanThePartitionMayFindNothing() {
    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    int before = driver.executed.size();
    session.execute(
        SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = 1 AND day = 2"));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE);
  }

  @Test
  void aRaisedReadThatFindsNothingIsAnswered() {
    session.execute(session.prepare(INSERT).bind(1));
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_QUORUM);
  }

  @Test
  void anAsynchronousReadIsReadAgainBeforeItIsAnswered() {
    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    int before = driver.executed.size();
    CompletableFuture<AsyncResultSet> rows =
        session.executeAsync(session.prepare(READ).bind(1)).toCompletableFuture();
    driver.pending.get(0).complete(rows(0));
    assertThat(rows).isNotDone();
    AsyncResultSet found = rows(1);
    driver.pending.get(1).complete(found);
    assertThat(rows).isCompletedWithValue(found);
    assertThat(levelsFrom(before)).containsExactly(Level.LOCAL_ONE, Level.LOCAL_QUORUM);

    rows = session.executeAsync(session.prepare(READ).bind(1)).toCompletableFuture();
    driver.pending.get(2).complete(found);
    assertThat(rows).as("a row is there").isCompletedWithValue(found);
    assertThat(memory.rereads()).isEqualTo(Map.of(Level.LOCAL_ONE, 1L));
  }

  @Test
  void aSecondReadThatFailsIsWhatTheApplicationGets() {
    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    CompletableFuture<AsyncResultSet> rows =
        session.executeAsync(session.prepare(READ).bind(1)).toCompletableFuture();
    RuntimeException failure =
        new UnavailableException(NODE, DefaultConsistencyLevel.LOCAL_QUORUM, 2, 1);
    driver.failures.add(failure);
    driver.pending.get(0).complete(rows(0));
    assertThat(rows).isCompletedExceptionally();
    assertThatThrownBy(rows::join).hasCause(failure);
  }

  @Test
  void cancellingAReadReachesTheSecondOne() {
    session.execute(session.prepare(INSERT).bind(1));
    now += 10 * SECOND;
    CompletableFuture<AsyncResultSet> rows =
        session.executeAsync(session.prepare(READ).bind(1)).toCompletableFuture();
    driver.pending.get(0).complete(rows(0));
    rows.cancel(true);
    assertThat(driver.pending.get(1)).isCancelled();
  }

  private static AsyncResultSet rows(int count) {
    return (AsyncResultSet)
        Proxy.newProxyInstance(
            AsyncResultSet.class.getClassLoader(),
            new Class<?>[] {AsyncResultSet.class},
            (rows, method, arguments) ->
                switch (method.getName()) {
                  case "remaining" -> count;
                  case "currentPage" -> List.of();
                  case "getExecutionInfo" -> Executed.BY_NOBODY;
                  case "hasMorePages" -> false;
                  case "toString" -> count + " rows";
                  case "equals" -> rows == arguments[0];
                  case "hashCode" -> count;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void aPairThatTheBudgetAllowsIsSentBesideTheReadAndTellsItsAge() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    session.execute(session.prepare(WRITE).bind(1));
    now += 2 * SECOND;
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.executed.subList(before, driver.executed.size()))
        .extracting(each -> each.getConsistencyLevel().name())
        .containsExactly("LOCAL_ONE", "LOCAL_QUORUM", "LOCAL_ONE");
    driver.pending.forEach(each -> each.complete(rows(0)));
    assertThat(memory.pairs().counts().compared().count(AgeBins.of(2 * SECOND))).isEqualTo(1);
    assertThat(memory.ages().counts().count(AgeBins.of(2 * SECOND))).isEqualTo(1);
    assertThat(memory.ages().counts().total()).isEqualTo(1);
  }

  @Test
  void aPairOfASampleIsAtItsLevelAndCountsApart() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1).with(Level.TWO, 1));
    session.execute(session.prepare(WRITE).bind(1));
    now += 2 * SECOND;
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.executed.subList(before, driver.executed.size()))
        .extracting(each -> each.getConsistencyLevel().name())
        .containsExactly("TWO", "LOCAL_QUORUM", "LOCAL_ONE");
    driver.pending.forEach(each -> each.complete(rows(0)));
    assertThat(memory.counts().between()).isEqualTo(new BetweenPairs(1, 0, 0));
    assertThat(memory.pairs().counts().compared().total()).isZero();
    session.execute(session.prepare(READ).bind(1));
    driver
        .pending
        .subList(driver.pending.size() - 2, driver.pending.size())
        .forEach(each -> each.completeExceptionally(new DriverTimeoutException("late")));
    assertThat(memory.counts().between()).isEqualTo(new BetweenPairs(1, 0, 1));
    assertThat(memory.pairs().lost()).isZero();
    assertThat(memory.pairs().all()).as("there is something new to decide on").isEqualTo(1);
  }

  @Test
  void whatIsDrawnForASampleAndTellsNothingIsMissingOfIt() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1).with(Level.TWO, 1));
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(memory.counts().between()).isEqualTo(new BetweenPairs(0, 0, 1));
    session.execute(session.prepare(READ).bind(1));
    driver.pending.get(0).complete(Executed.page(NODE, List.of()));
    driver.pending.get(1).complete(Executed.page(NODE, List.of(Executed.row(2, Long.MAX_VALUE))));
    assertThat(memory.counts().between())
        .as("what was written since may hide what is stale")
        .isEqualTo(new BetweenPairs(0, 0, 2));
    for (int underWay = 0; underWay < 9; underWay++) {
      session.execute(session.prepare(READ).bind(1));
    }
    assertThat(memory.counts().between()).as("a ninth").isEqualTo(new BetweenPairs(0, 0, 3));
    assertThat(pairs.counts(CARTS).pairs()).as("of one replica").isZero();
  }

  @Test
  void noPairIsSentWhereAWriteHasEndedSinceTheReadsAgeWasTold() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    List<Runnable> ends =
        List.of(
            () -> driver.pending.get(0).complete(rows(0)),
            () -> driver.pending.get(1).complete(rows(0)),
            () -> driver.pending.get(2).completeExceptionally(new IllegalStateException()));
    for (Runnable end : ends) {
      session.executeAsync(session.prepare(WRITE).bind(1));
      int before = driver.executed.size();
      session.execute(
          session.prepare(READ).bind(1), new Promised(Level.LOCAL_ONE, end), Statement.SYNC);
      assertThat(driver.executed).hasSize(before + 1);
      now += 2 * SECOND;
    }
    now += LOST.toNanos();
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1), new Promised(Level.LOCAL_ONE), Statement.SYNC);
    assertThat(driver.executed).hasSize(before + 3);
  }

  /** The session itself is in none, as after a USE it would be in another. */
  @Test
  void aPreparedReadIsOfTheKeyspaceThatItWasPreparedIn() {
    Statement<?> read =
        session
            .prepare(
                SimpleStatement.newInstance("SELECT v FROM carts WHERE id = 5").setKeyspace("shop"))
            .bind();
    assertThat(sent(read)).as("of a known key").isEqualTo(Level.LOCAL_ONE);
    assertThat(levels.explain(read).reason()).isEqualTo("because");
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    int before = driver.executed.size();
    session.execute(read);
    assertThat(driver.executed).as("with a pair").hasSize(before + 3);
  }

  @Test
  void whatALevelCostsIsKnownFromReadsThatWereTimed() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    session.execute(session.prepare(READ).bind(1));
    now += 3_000_000;
    driver.pending.forEach(each -> each.complete(rows(0)));
    LevelExplanation weak = levels.explain(session.prepare(READ).bind(1));
    assertThat(weak.cost())
        .as("the read itself took no time, the pair's 3 ms")
        .contains(new LevelCost(Level.LOCAL_ONE, 1, OptionalDouble.of(1.5), 2));
    levels.pin(CARTS, Level.TWO);
    assertThat(levels.status(CARTS).orElseThrow().costs())
        .extracting(LevelCost::toString)
        .contains(
            "LOCAL_ONE: 1 replica read, 1.5 ms",
            "LOCAL_QUORUM: 2 replica reads, 3.0 ms",
            "ALL: 3 replica reads, time unknown");
  }

  @Test
  void readsBesideWhichNoPairCanBeSentAreCounted() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    int before = driver.executed.size();
    session.execute(SimpleStatement.newInstance(READ, 1));
    assertThat(driver.executed).hasSize(before + 1);
    assertThat(memory.unpairedReads()).isEqualTo(1);
    session.execute(session.prepare(READ).bind(1));
    assertThat(memory.unpairedReads()).isEqualTo(1);
  }

  @Test
  void whereItsRangeMayBeRaisedNoPairIsSentBesideAReadAndNoneThatWasCounts() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.pending).hasSize(2);
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    driver.pending.forEach(each -> each.complete(rows(0)));
    assertThat(memory.pairs().counts().compared().total()).isZero();
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(2));
    assertThat(driver.executed).hasSize(before + 1);
    raise(new Raise.RecentlyWritten(SECOND, Level.LOCAL_QUORUM));
    session.execute(session.prepare(READ).bind(3));
    assertThat(driver.executed).as("no range is raised any more").hasSize(before + 4);
  }

  @Test
  void aPairThatIsWantedForItsTimeIsSentOnceInRaisedRangesTooAndDoesNotCount() {
    memory.count(PairBudget.of(0, AgeCounts.NONE, SECOND, 1));
    assertThat(memory.pairTimes().want(PairTimes.APART, 0)).isTrue();
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.pending).hasSize(2);
    driver.pending.forEach(each -> each.complete(rows(0)));
    assertThat(memory.pairs().counts().compared().total()).isZero();
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(2));
    assertThat(driver.executed).as("none is wanted any more").hasSize(before + 1);
  }

  /** So that it is seen whether the replica for which they are raised lacks writes still. */
  @Test
  void whileRangesAreRaisedForWhatPairsShowOfAReplicaTheyAreSentThereForThatAlone() {
    driver.ring(NODE);
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    memory.settledPairs().watched(true);
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.pending).hasSize(2);
    driver.pending.get(0).complete(Executed.page(NODE, List.of()));
    driver.pending.get(1).complete(Executed.page(NODE, List.of(Executed.row(2, 1))));
    assertThat(memory.settledPairs().counts().stale(NODE.getHostId())).isEqualTo(1);
    assertThat(memory.pairs().counts().compared().total()).isZero();
    assertThat(pairs.counts(CARTS).pairs()).isZero();
    memory.settledPairs().watched(false);
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(2));
    assertThat(driver.executed).as("another danger raises them too").hasSize(before + 1);
  }

  @Test
  void whatPairsShowOfAReplicaDoesNotCountWhereAnotherDangerRaisesItsRanges() {
    driver.ring(NODE);
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    session.execute(session.prepare(READ).bind(1));
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    driver.pending.get(0).complete(Executed.page(NODE, List.of()));
    driver.pending.get(1).complete(Executed.page(NODE, List.of(Executed.row(2, 1))));
    assertThat(memory.settledPairs().counts().replicas()).isEmpty();
  }

  /** As under a pin, and where the table is left alone. */
  @Test
  void whereNothingIsCountedNoPairIsSentForItsTime() {
    memory.count(PairBudget.NONE);
    assertThat(memory.pairTimes().want(PairTimes.APART, 0)).isTrue();
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.pending).isEmpty();
  }

  @Test
  void whileClocksAreApartAPairThatIsNotStaleDoesNotCount() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    memory.clocks().seen(System.nanoTime());
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.pending).hasSize(2);
    driver.pending.forEach(each -> each.complete(rows(0)));
    assertThat(memory.pairs().counts().compared().total()).isZero();
  }

  @Test
  void besideReadsOfRangesThatAreNotRaisedPairsAreSentAndCount() {
    driver.partitioner("org.apache.cassandra.dht.Murmur3Partitioner");
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    Raise half = new Raise.TokenRange(0, Long.MAX_VALUE, Level.LOCAL_QUORUM);
    int raised = 0;
    for (int id = 1; id <= 20; id++) {
      raise(half);
      BoundStatement read = session.prepare(READ).bind(id);
      boolean isRaised = levels.explain(read).level().orElseThrow() == Level.LOCAL_QUORUM;
      raised += isRaised ? 1 : 0;
      int before = driver.executed.size();
      session.execute(read);
      assertThat(driver.executed).as("read of %d", id).hasSize(before + (isRaised ? 1 : 3));
      driver.pending.forEach(each -> each.complete(rows(0)));
      double counted = memory.pairs().counts().compared().total();

      raise();
      session.execute(session.prepare(READ).bind(id));
      raise(half);
      driver.pending.forEach(each -> each.complete(rows(0)));
      assertThat(memory.pairs().counts().compared().total())
          .as("raised since the pair of %d was sent", id)
          .isEqualTo(counted + (isRaised ? 0 : 1));
    }
    assertThat(raised).isBetween(1, 19);
  }

  /** No decision raises a range while the session observes. */
  @Test
  void whileObservingPairsOfRangesThatAreBehindAreShownAndNothingIsLearntFromThem() {
    driver.partitioner("org.apache.cassandra.dht.Murmur3Partitioner");
    PairedReads all = new PairedReads(driver.session, 1, events, () -> now, InstantSource.system());
    AdaptiveCqlSession observing =
        new AdaptiveCqlSession(driver.session, levels, all, events, settings.profiles(), () -> {});
    levels.mode(Mode.OBSERVE);
    KeyRange half = new KeyRange(0, Long.MAX_VALUE);
    List<List<KeyRange>> then =
        List.of(List.of(half), List.of(half), List.of(), List.of(), List.of(half));
    int expected = 0;
    int inHalf = 0;
    for (int id = 1; id <= 20; id++) {
      BoundStatement read = observing.prepare(READ).bind(id);
      boolean isInHalf = half.contains(PartitionHash.of(read));
      inHalf += isInHalf ? 1 : 0;
      for (int i = 1; i < then.size(); i++) {
        levels.level(CARTS).orElseThrow().behind(then.get(i - 1));
        observing.execute(read);
        levels.level(CARTS).orElseThrow().behind(then.get(i));
        driver.pending.forEach(each -> each.complete(rows(0)));
        boolean wasBehind = !then.get(i - 1).isEmpty() || !then.get(i).isEmpty();
        expected += isInHalf && wasBehind ? 0 : 1;
      }
    }

    assertThat(inHalf).isBetween(1, 19);
    assertThat(memory.pairs().counts().compared().total()).isEqualTo(expected);
    assertThat(all.result(CARTS).orElseThrow().pairs()).isEqualTo(20L * (then.size() - 1));
  }

  @Test
  void aPairThatFailsTellsNothingAndChangesNothing() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    session.execute(session.prepare(READ).bind(1));
    assertThat(last()).isEqualTo(Level.LOCAL_ONE);
    driver.pending.forEach(each -> each.completeExceptionally(new IllegalStateException()));
    assertThat(memory.pairs().counts().compared().total()).isZero();
    assertThat(pairs.result(CARTS).orElseThrow().failed()).isEqualTo(1);
  }

  @Test
  void noPairIsSentWhereTheDriverThrottlesRequests() {
    memory.count(PairBudget.of(1, AgeCounts.NONE, SECOND, 1));
    pairs.forbid();
    int before = driver.executed.size();
    session.execute(session.prepare(READ).bind(1));
    assertThat(driver.executed).hasSize(before + 1);
  }

  @Test
  void theExplanationIsWhatWouldBeSent() {
    session.execute(session.prepare(WRITE).bind(1));
    now += 1_000_000;
    LevelExplanation raised = levels.explain(session.prepare(READ).bind(1));
    assertThat(raised.table()).contains(CARTS);
    assertThat(raised.level()).contains(Level.LOCAL_QUORUM);
    assertThat(raised.reason())
        .isEqualTo(
            "This process has written its partition, or one that shares its place, 1ms ago; reads"
                + " are raised for 1s. because");
    assertThat(levels.explain(SimpleStatement.newInstance(READ, 2)))
        .isEqualTo(
            new LevelExplanation(
                Optional.of(CARTS),
                Optional.of(Level.LOCAL_ONE),
                Optional.of(new LevelCost(Level.LOCAL_ONE, 1, OptionalDouble.empty(), 0)),
                "because"));
    assertThat(levels.explain(SimpleStatement.newInstance(READ)).reason())
        .startsWith("Its partition cannot be told");
    assertThat(memory.raisedReads(Cause.RECENT_WRITE)).as("nothing was sent").isZero();
    raise(new Raise.TokenRange(0, 0, Level.LOCAL_QUORUM));
    assertThat(levels.explain(session.prepare(READ).bind(2)).reason()).startsWith("Its token");
    levels.pin(CARTS, Level.TWO);
    assertThat(levels.explain(session.prepare(READ).bind(1)))
        .isEqualTo(
            new LevelExplanation(
                Optional.of(CARTS),
                Optional.of(Level.TWO),
                Optional.of(new LevelCost(Level.TWO, 2, OptionalDouble.empty(), 0)),
                "The level is pinned."));
  }

  @Test
  void whatIsSentAsItIsIsExplainedToo() {
    List<Statement<?>> untouched =
        List.of(
            session.prepare(WRITE).bind(1),
            SimpleStatement.newInstance(WRITE, 1),
            SimpleStatement.newInstance("SELECT v FROM shop.other WHERE id = 1"),
            SimpleStatement.newInstance(READ, 1).setConsistencyLevel(DefaultConsistencyLevel.TWO),
            driver.session.prepare(READ).bind(1),
            BatchStatement.newInstance(BatchType.LOGGED));
    assertThat(untouched)
        .extracting(each -> levels.explain(each).reason())
        .containsExactly(
            "It is a write, which is sent as it is and remembered.",
            "It is a write, which is sent as it is and remembered.",
            "It is no read of one partition of a table that was opted in, so it is sent as it is.",
            "It has a level of its own, which wins.",
            "It has a level of its own, or was not prepared through this session, so it is sent as"
                + " it is.",
            "A batch is sent as it is.");
  }

  private List<Level> levelsFrom(int first) {
    return driver.executed.subList(first, driver.executed.size()).stream()
        .map(each -> ((CarriedLevel) each.getConsistencyLevel()).level())
        .toList();
  }
}
