package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/**
 * What a read costs an application's thread where session guarantees were stated of its table,
 * beside one of a table without any and the driver alone; see {@link AdaptiveSessionBenchmark}. Run
 * it with {@code java -jar bench/target/benchmarks.jar GuaranteeBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked // JMH sets the fields
public class GuaranteeBenchmark {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final String WRITE = "UPDATE shop.carts SET v = 'a' WHERE id = ?";
  private static final int ENOUGH_TO_BE_COMPILED = 50_000;
  private static final int UNTOUCHED = 1;
  private static final int WRITTEN = 2;

  /** How far each statement is encoded. */
  @Param({"LEVEL", "REQUEST"})
  public Encoding encoding;

  private StandInSession driver;
  private CqlSession plain;
  private CqlSession session;
  private AdaptiveCqlSession requests;
  private CqlSession asking;
  private CqlSession scope;
  private CqlSession monotonicScope;
  private BoundStatement staticLevel;
  private BoundStatement plainRead;
  private BoundStatement sessionRead;
  private BoundStatement sessionOwnRead;
  private BoundStatement requestsRead;
  private BoundStatement askingOwnRead;
  private BoundStatement scopeRead;
  private BoundStatement scopeOwnRead;
  private BoundStatement monotonicRead;

  /** Makes one session of each kind, and has all statements sent for a while. */
  @Setup
  public void open() {
    driver = new StandInSession(encoding);
    staticLevel =
        driver
            .prepare(
                SimpleStatement.newInstance(READ)
                    .setConsistencyLevel(DefaultConsistencyLevel.QUORUM))
            .bind(UNTOUCHED);
    GuaranteeSettings ownWrites = GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES);
    plain = session(GuaranteeSettings.NONE);
    session = session(ownWrites);
    requests = session(ownWrites.withTo(GuaranteedTo.REQUESTS));
    asking = requests.guaranteed();
    scope = session(ownWrites.withTo(GuaranteedTo.SCOPES)).resume(null);
    monotonicScope =
        session(GuaranteeSettings.of(Guarantee.MONOTONIC_READS).withTo(GuaranteedTo.SCOPES))
            .resume(null);
    plainRead = plain.prepare(READ).bind(UNTOUCHED);
    sessionRead = session.prepare(READ).bind(UNTOUCHED);
    sessionOwnRead = session.prepare(READ).bind(WRITTEN);
    requestsRead = requests.prepare(READ).bind(WRITTEN);
    askingOwnRead = asking.prepare(READ).bind(WRITTEN);
    scopeRead = scope.prepare(READ).bind(UNTOUCHED);
    scopeOwnRead = scope.prepare(READ).bind(WRITTEN);
    monotonicRead = monotonicScope.prepare(READ).bind(UNTOUCHED);
    write(session);
    write(requests);
    write(scope);
    refuseWhereNothingIsRaised();
    for (int i = 0; i < ENOUGH_TO_BE_COMPILED; i++) {
      driver.execute(staticLevel);
      plain.execute(plainRead);
      session.execute(sessionRead);
      session.execute(sessionOwnRead);
      requests.execute(requestsRead);
      asking.execute(askingOwnRead);
      scope.execute(scopeRead);
      scope.execute(scopeOwnRead);
      monotonicScope.execute(monotonicRead);
    }
  }

  /** Whatever a table is left alone for would make each number here that of another benchmark. */
  private void refuseWhereNothingIsRaised() {
    // Whole requests do not compare.
    Object weak = encoded(plain, plainRead);
    if (encoding == Encoding.LEVEL
        && (!weak.equals(encoded(session, sessionRead))
            || weak.equals(encoded(session, sessionOwnRead))
            || !weak.equals(encoded(requests, requestsRead))
            || weak.equals(encoded(asking, askingOwnRead))
            || weak.equals(encoded(scope, scopeOwnRead))
            || weak.equals(encoded(monotonicScope, monotonicRead)))) {
      throw new IllegalStateException("The guarantees are not kept.");
    }
  }

  private Object encoded(CqlSession by, BoundStatement read) {
    by.execute(read);
    return Objects.requireNonNull(driver.encoded());
  }

  private static void write(CqlSession by) {
    by.execute(SimpleStatement.newInstance(WRITE, WRITTEN));
  }

  /** Whose table is read at ONE, and written at QUORUM. */
  private AdaptiveCqlSession session(GuaranteeSettings guarantees) {
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .table(
                TableSettings.of("shop.carts", 1, Level.QUORUM)
                    .withSafeLevel(Level.QUORUM)
                    .withGuarantees(guarantees.withTime(Duration.ofHours(1))))
            .build();
    Events events =
        new Events(List.of(), Duration.ofSeconds(10), System::nanoTime, InstantSource.system());
    PairedReads pairs =
        new PairedReads(driver, 0, events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(driver, settings, events, pairs::readsSent, System::nanoTime);
    levels
        .level(CARTS)
        .orElseThrow()
        .set(Decision.of(Level.ONE, "measured"), level -> level.replicas(3));
    return new AdaptiveCqlSession(driver, levels, pairs, events, Set.of(), () -> {});
  }

  /** The driver alone, with a level that was set when the statement was prepared. */
  @Benchmark
  public ResultSet driverStaticLevel() {
    return driver.execute(staticLevel);
  }

  /** The baseline: a table without guarantees, read at its level. */
  @Benchmark
  public ResultSet withoutGuarantee() {
    return plain.execute(plainRead);
  }

  /** A row that this process has not written: no other level, but its age is looked up. */
  @Benchmark
  public ResultSet sessionReadsAnothersRow() {
    return session.execute(sessionRead);
  }

  /** A row that it has written: a copy at the level that meets the write. */
  @Benchmark
  public ResultSet sessionReadsItsOwnRow() {
    return session.execute(sessionOwnRead);
  }

  /**
   * A row that it has written, where requests that ask are promised to read it, and this does not:
   * what {@link #withoutGuarantee} costs.
   */
  @Benchmark
  public ResultSet requestThatDoesNotAsk() {
    return requests.execute(requestsRead);
  }

  /** The same by one that asks: a copy at the level that meets the write. */
  @Benchmark
  public ResultSet requestThatAsksReadsItsOwnRow() {
    return asking.execute(askingOwnRead);
  }

  /** The same for one user of it, who has not written the row. */
  @Benchmark
  public ResultSet scopeReadsAnothersRow() {
    return scope.execute(scopeRead);
  }

  /** Who has. */
  @Benchmark
  public ResultSet scopeReadsItsOwnRow() {
    return scope.execute(scopeOwnRead);
  }

  /**
   * A row that a user reads again and again, monotonically: a copy at a level that meets itself.
   */
  @Benchmark
  public ResultSet scopeReadsMonotonically() {
    return monotonicScope.execute(monotonicRead);
  }
}
