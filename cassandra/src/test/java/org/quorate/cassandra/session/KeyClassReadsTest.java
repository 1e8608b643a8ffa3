package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.PairBudget;

/** Reads of keys whose classes are raised, all or some. */
class KeyClassReadsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String WRITE = "UPDATE shop.carts SET v = 1 WHERE id = ?";
  private static final long SECOND = 1_000_000_000L;
  private static final double HARDLY_ANY = 1e-12;
  private static final int OF_FORTY_ACCESSES = 10;

  private final FakeSession driver = new FakeSession("LOCAL_ONE");
  private final Events events =
      new Events(List.of(), Duration.ZERO, () -> 0, InstantSource.system());
  private final PairedReads pairs =
      new PairedReads(driver.session, 0, events, () -> 0, InstantSource.system());
  private final AdaptiveSettings settings =
      AdaptiveSettings.builder()
          .mode(Mode.ADAPT)
          .table(TableSettings.of(CARTS, 1, Level.ONE).withSafeLevel(Level.LOCAL_QUORUM))
          .memory(MemorySettings.DEFAULT)
          .build();
  private final LevelController levels =
      new LevelController(driver.session, settings, events, pairs::readsSent, () -> 0);
  private final AdaptiveCqlSession session =
      new AdaptiveCqlSession(driver.session, levels, pairs, events, settings.profiles(), () -> {});
  private final TableMemory memory = levels.level(CARTS).orElseThrow().memory();

  @BeforeEach
  void haveRowOneReadAndWrittenFortyTimes() {
    memory.count(PairBudget.of(HARDLY_ANY, AgeCounts.NONE, 0, 1));
    for (int i = 0; i < 20; i++) {
      session.execute(session.prepare(READ).bind(1));
      session.execute(session.prepare(WRITE).bind(1));
    }
    for (int seconds = 0; seconds <= 10; seconds++) {
      memory.age(seconds * SECOND);
    }
  }

  @AfterEach
  void close() {
    levels.close();
  }

  private void raise(Raise... raises) {
    levels
        .level(CARTS)
        .orElseThrow()
        .set(
            new Decision(Level.LOCAL_ONE, List.of(raises), "because", Optional.empty()),
            level -> level.replicas(3));
  }

  private Level read(int id) {
    return sent(session.prepare(READ).bind(id));
  }

  private Level sent(Statement<?> read) {
    session.execute(read);
    Statement<?> statement = driver.executed.get(driver.executed.size() - 1);
    return ((CarriedLevel) statement.getConsistencyLevel()).level();
  }

  @Test
  void onlyReadsOfKeysOfARaisedClassAreRaised() {
    raise(new Raise.OfClass(OF_FORTY_ACCESSES, KeyPlace.DRAWS, Level.LOCAL_QUORUM));
    assertThat(read(1)).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(sent(SimpleStatement.newInstance(READ, 1))).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(read(2)).isEqualTo(Level.LOCAL_ONE);
    assertThat(memory.raisedReads(Cause.KEY_CLASS)).isEqualTo(2);
    assertThat(levels.explain(session.prepare(READ).bind(1)).reason())
        .isEqualTo(
            "Its partition is of class 10 of 16 by how often this process asks for it, of which"
                + " 100 % are raised, and it is drawn to be among these. because");
    assertThat(levels.explain(session.prepare(READ).bind(2)).reason()).isEqualTo("because");
  }

  @Test
  void aReadWhosePartitionIsNotKnownIsTakenForOneOfARaisedClass() {
    raise(new Raise.OfClass(0, 1, Level.LOCAL_QUORUM));
    assertThat(sent(SimpleStatement.newInstance(READ))).isEqualTo(Level.LOCAL_QUORUM);
  }

  @Test
  void whatWasNotCountedForAWhileIsNotTakenForCold() {
    raise(new Raise.OfClass(KeyPlace.CLASSES - 1, KeyPlace.DRAWS, Level.LOCAL_QUORUM));
    assertThat(read(2)).isEqualTo(Level.LOCAL_ONE);
    memory.count(PairBudget.NONE);
    memory.count(PairBudget.of(HARDLY_ANY, AgeCounts.NONE, 0, 1));
    assertThat(read(2)).isEqualTo(Level.LOCAL_QUORUM);
  }

  @Test
  void whereSomeKeysOfAClassAreRaisedItIsTheSameOnesEachTime() {
    raise(new Raise.OfClass(0, KeyPlace.DRAWS / 2, Level.LOCAL_QUORUM));
    List<Level> first = IntStream.range(2, 42).mapToObj(this::read).toList();
    assertThat(IntStream.range(2, 42).mapToObj(this::read).toList()).isEqualTo(first);
    // Forty fair coins: one in 10^12 that all fall alike.
    assertThat(first).contains(Level.LOCAL_ONE, Level.LOCAL_QUORUM);
  }

  @Test
  void readsAndPairsAreCountedWithTheClassOfTheirKey() {
    read(1);
    read(2);
    assertThat(memory.counts().reads().get(OF_FORTY_ACCESSES).total()).isEqualTo(1);
    assertThat(memory.counts().reads().get(0).total()).isEqualTo(1);
    assertThat(memory.ownWrites()).isEqualTo(20);
    assertThat(memory.place(PartitionHash.of(session.prepare(READ).bind(1))))
        .isBetween(KeyPlace.of(OF_FORTY_ACCESSES, 0), KeyPlace.of(OF_FORTY_ACCESSES + 1, 0) - 1);
  }
}
