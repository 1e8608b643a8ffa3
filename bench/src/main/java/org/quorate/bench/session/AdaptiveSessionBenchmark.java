package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.OwnWrite;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.statement.StatementShape;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.PairBudget;

/**
 * What one read costs an application's thread through an adaptive session, beside the driver alone
 * with a level that was set once, from {@code execute} up to the encoding of the request. Run it
 * with {@code java -jar bench/target/benchmarks.jar AdaptiveSession -prof gc}.
 *
 * <p>Before anything is measured every call site has seen both kinds of levels, as in an
 * application that has opted in some of its tables.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked // JMH sets the fields
public class AdaptiveSessionBenchmark {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String OTHER_READ = "SELECT v FROM shop.orders WHERE id = ?";
  private static final String WRITE = "UPDATE shop.carts SET v = 'a' WHERE id = ?";
  private static final int ENOUGH_TO_BE_COMPILED = 50_000;

  /** Ranges of replicas that are behind, as of three nodes of a hundred with 16 tokens each. */
  private static final int RANGES = 1_000;

  private static final long WINDOW_NANOS = 100_000_000;

  /** So few pairs that none is sent while anything is measured, though each read is drawn for. */
  private static final double HARDLY_ANY = 1e-12;

  /** How far each statement is encoded. */
  @Param({"LEVEL", "REQUEST"})
  public Encoding encoding;

  private StandInSession driver;
  private TableLevel raisingTable;
  private CqlSession adapting;
  private CqlSession observing;
  private CqlSession raising;
  private PreparedStatement withStaticLevel;
  private PreparedStatement withTableLevel;
  private BoundStatement staticLevel;
  private BoundStatement noLevel;
  private BoundStatement tableLevel;
  private BoundStatement staleTableLevel;
  private BoundStatement observedLevel;
  private BoundStatement otherTable;
  private BoundStatement writtenLongAgo;
  private BoundStatement lostWrite;
  private BoundStatement staticWrite;
  private BoundStatement rememberedWrite;
  private SimpleStatement simple;

  /** Makes one statement of each kind, and has all of them sent for a while. */
  @Setup
  public void open() {
    driver = new StandInSession(encoding);
    adapting = session(Mode.ADAPT, Level.ALL);
    observing = session(Mode.OBSERVE, null);
    withStaticLevel =
        driver.prepare(
            SimpleStatement.newInstance(READ).setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
    withTableLevel = adapting.prepare(READ);
    staleTableLevel = withTableLevel.bind(1);
    ((AdaptiveCqlSession) adapting).levels().pin(CARTS, Level.QUORUM);
    withTableLevel.bind(1); // Has it prepared for the level.
    tableLevel = withTableLevel.bind(1);
    staticLevel = withStaticLevel.bind(1);
    noLevel = driver.prepare(READ).bind(1);
    observedLevel = observing.prepare(READ).bind(1);
    otherTable = adapting.prepare(OTHER_READ).bind(1);
    simple = SimpleStatement.newInstance(READ, 1);
    openRaising();
    sendAll();
    // A key's class is what it was asked for some time ago; before that every key may be of any.
    long asked = System.nanoTime();
    for (int frozen = 0; frozen < 3; frozen++) {
      raisingTable.memory().age(asked + frozen * AccessSketch.FROZEN_FOR.toNanos());
    }
    sendAll();
  }

  private void sendAll() {
    for (int i = 0; i < ENOUGH_TO_BE_COMPILED; i++) {
      for (Statement<?> each : List.of(staticLevel, noLevel, simple)) {
        driver.execute(each);
      }
      for (Statement<?> each :
          List.of(tableLevel, staleTableLevel, otherTable, simple, withTableLevel.bind(1))) {
        adapting.execute(each);
      }
      observing.execute(observedLevel);
      raising.execute(writtenLongAgo);
      raising.execute(lostWrite);
      driver.execute(staticWrite);
      raising.execute(rememberedWrite);
      driver.execute(withStaticLevel.bind(1));
    }
  }

  /** Row 1 was written long ago, a write of row 2 is of unknown fate, row 3 is for writes. */
  private void openRaising() {
    raising = session(Mode.ADAPT, null);
    raisingTable = ((AdaptiveCqlSession) raising).levels().level(CARTS).orElseThrow();
    List<Raise> raises = new ArrayList<>();
    raises.add(new Raise.RecentlyWritten(WINDOW_NANOS, Level.QUORUM));
    // No key that is read here is of the coldest class: its place is looked up for nothing.
    raises.add(new Raise.OfClass(0, 1, Level.QUORUM));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < RANGES; i++) {
      long after = random.nextLong();
      raises.add(new Raise.TokenRange(after, after + 1, Level.QUORUM));
    }
    raisingTable.set(
        new Decision(Level.ONE, raises, "measured", Optional.empty()), level -> level.replicas(3));
    raisingTable.memory().count(PairBudget.of(HARDLY_ANY, AgeCounts.NONE, 0, 1));
    PreparedStatement read = raising.prepare(READ);
    writtenLongAgo = read.bind(1);
    lostWrite = read.bind(2);
    PreparedStatement write = driver.prepare(WRITE);
    staticWrite = write.bind(3);
    rememberedWrite = raising.prepare(WRITE).bind(3);
    raising.execute(write.bind(1));
    OwnWrite lost =
        new OwnWrite(
            raisingTable.memory(),
            PartitionHash.of(lostWrite),
            StatementShape.Effect.KEEPS_ROWS,
            true);
    lost.begin();
    lost.lose();
    long written = System.nanoTime();
    while (System.nanoTime() - written < 2 * WINDOW_NANOS) {
      Thread.onSpinWait();
    }
  }

  private CqlSession session(Mode mode, Level pinned) {
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(mode)
            .table(TableSettings.of("shop.carts", 0.01, Level.ONE))
            .sampleShare(0.01)
            .memory(MemorySettings.DEFAULT.withLostWrites(Duration.ofDays(1)))
            .build();
    Events events =
        new Events(List.of(), Duration.ofSeconds(10), System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(
            driver, settings.sampleShare(), events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(driver, settings, events, pairs::readsSent, System::nanoTime);
    if (pinned != null) {
      levels.pin(CARTS, pinned);
    }
    return new AdaptiveCqlSession(driver, levels, pairs, events, Set.of(), () -> {});
  }

  /** The baseline: the driver alone, with a level that was set when the statement was prepared. */
  @Benchmark
  public ResultSet driverStaticLevel() {
    return driver.execute(staticLevel);
  }

  /** The driver alone, with the level of its configuration. */
  @Benchmark
  public ResultSet driverNoLevel() {
    return driver.execute(noLevel);
  }

  /** The baseline of {@link #adaptBindAndExecute()}. */
  @Benchmark
  public ResultSet driverBindAndExecute() {
    return driver.execute(withStaticLevel.bind(1));
  }

  /** The baseline of {@link #adaptSimple()}. */
  @Benchmark
  public ResultSet driverSimple() {
    return driver.execute(simple);
  }

  /** The table's level, on a statement that is bound once. */
  @Benchmark
  public ResultSet adaptKept() {
    return adapting.execute(tableLevel);
  }

  /** The table's level, on a statement that is bound for each read. */
  @Benchmark
  public ResultSet adaptBindAndExecute() {
    return adapting.execute(withTableLevel.bind(1));
  }

  /** A statement that was bound while a stronger level was in effect, and kept. */
  @Benchmark
  public ResultSet adaptBoundEarlier() {
    return adapting.execute(staleTableLevel);
  }

  /** A statement that is not prepared. */
  @Benchmark
  public ResultSet adaptSimple() {
    return adapting.execute(simple);
  }

  /** A table that was not opted in. */
  @Benchmark
  public ResultSet adaptOtherTable() {
    return adapting.execute(otherTable);
  }

  /** A read while observing; one in a hundred has a pair of reads sent beside it. */
  @Benchmark
  public ResultSet observe() {
    return observing.execute(observedLevel);
  }

  /**
   * A read of a row that was written, but not lately, where reads of what is new are raised, those
   * of {@value #RANGES} ranges of the ring and of a class of keys too, and the ages of all are
   * counted.
   */
  @Benchmark
  public ResultSet adaptRaising() {
    return raising.execute(writtenLongAgo);
  }

  /** A read of a row that may have been written, which is raised: a copy at another level. */
  @Benchmark
  public ResultSet adaptRaised() {
    return raising.execute(lostWrite);
  }

  /** The baseline of {@link #adaptWrite()}. */
  @Benchmark
  public ResultSet driverWrite() {
    return driver.execute(staticWrite);
  }

  /** A write that is remembered. */
  @Benchmark
  public ResultSet adaptWrite() {
    return raising.execute(rememberedWrite);
  }
}
