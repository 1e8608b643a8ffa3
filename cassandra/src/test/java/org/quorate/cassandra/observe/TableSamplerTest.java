package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.jmx.TopPartitions;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.sample.Executed;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

final class TableSamplerTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final long SECOND = 1_000_000_000L;

  private final FakeSession driver = new FakeSession("ONE");
  private final List<String> problems = new ArrayList<>();

  @Test
  void whereATableCannotBeAskedFromTheRingsBeginningItIsAskedAgainLater() throws Exception {
    TableSampler sampler = sampler();
    sampler.allow(10, 0);
    sampler.step(SECOND);
    assertThat(driver.executed).hasSize(1);
    driver.prepareFailure = new IllegalStateException("The session is closing.");
    driver.pending.get(0).complete(rows());
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("Rows of shop.carts could not be compared", "The session is closing.");
    driver.prepareFailure = null;
    sampler.step(10 * SECOND);
    assertThat(driver.executed).hasSize(2);
  }

  @Test
  void tablesWithoutABudgetTakeNoStepsAndOthersNoneThatTheyCannotPayFor() throws Exception {
    List<TableSampler> tables = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      tables.add(sampler());
    }
    assertThat(stepsIn(0, 10, tables)).isZero();
    tables.get(7).allow(4, 10 * SECOND);
    assertThat(stepsIn(10, 12, tables)).as("looking for rows takes ten reads").isZero();
    assertThat(stepsIn(12, 13, tables)).isEqualTo(1);
    assertThat(driver.executed).hasSize(1);
    tables.get(7).allow(0, 13 * SECOND);
    driver.pending.get(0).completeExceptionally(new IllegalStateException("no answer"));
    assertThat(stepsIn(13, 63, tables)).as("one finds no row, one no budget").isEqualTo(2);
    tables.get(7).allow(2, 63 * SECOND);
    assertThat(stepsIn(63, 68, tables)).isEqualTo(1);
    assertThat(driver.executed).hasSize(2);
  }

  @Test
  void rowsAreLookedForAlsoWhereServersToldBeforeWhatIsReadMost() throws Exception {
    TableSampler sampler = sampler();
    sampler.read(new TopPartitions(100, Map.of("7", 100L)));
    sampler.allow(40, 0);
    sampler.step(SECOND);
    assertThat(driver.executed).hasSize(1);
  }

  @Test
  void aPairIsOfThePartitionThatIsReadMost() throws Exception {
    SampledTable rows = carts();
    TableSampler sampler =
        sampler(
            new SampledTable(
                CARTS, rows.keys(), 1, rows.pair(), rows.firstRow(), rows.partitionKey()));
    readMost(sampler, "7");
    assertThat(driver.executed).hasSize(4);
    for (Statement<?> read : driver.executed.subList(2, 4)) {
      assertThat(((BoundStatement) read).getBytesUnsafe(0)).isEqualTo(number(7));
    }
    assertThat(sampler.found(false).shareOfReads()).isEqualTo(1);
  }

  @Test
  void ofAPartitionThatMayHaveSeveralRowsTheFirstIsAskedFor() throws Exception {
    TableSampler sampler = sampler();
    readMost(sampler, "7");
    assertThat(driver.executed).hasSize(3);
    SimpleStatement first = (SimpleStatement) driver.executed.get(2);
    assertThat(first.getQuery()).endsWith(" FROM shop.carts WHERE id = ? LIMIT 1");
    assertThat(first.getPositionalValues()).containsExactly(number(7));
    driver.pending.get(2).complete(rows());
    assertThat(driver.executed).as("it has no row").hasSize(3);
  }

  /** Takes a step when it has looked for rows once, found none, and all reads are of one key. */
  private void readMost(TableSampler sampler, String key) {
    sampler.allow(40, 0);
    sampler.step(SECOND);
    driver.pending.get(0).complete(rows());
    driver.pending.get(1).complete(rows());
    sampler.read(new TopPartitions(100, Map.of(key, 100L)));
    sampler.step(3 * SECOND / 2);
  }

  private static ByteBuffer number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  /** Steps of all tables from a second on until another, where time goes on as the sampler's. */
  private static int stepsIn(long from, long to, List<TableSampler> tables) {
    int steps = 0;
    for (long now = from * SECOND; now < to * SECOND; now += SECOND / 50) {
      steps += KeySampler.step(tables, now);
    }
    return steps;
  }

  private SampledTable carts() throws SourceException {
    return SampledTable.of(CARTS, KnownCluster.table(driver.session, CARTS).orElseThrow());
  }

  private TableSampler sampler() throws SourceException {
    return sampler(carts());
  }

  private TableSampler sampler(SampledTable table) {
    PairedReads pairs =
        PairedReads.alone(
            driver.session,
            new Events(List.of(), Duration.ZERO, () -> 0, InstantSource.system()),
            () -> 0,
            InstantSource.system());
    return new TableSampler(
        driver.session,
        table,
        new PairedReads.Levels(Level.ONE, Level.ALL),
        pairs,
        pairs,
        10,
        new SplittableRandom(1),
        InstantSource.system(),
        problems::add,
        0);
  }

  private static AsyncResultSet rows() {
    return (AsyncResultSet)
        Proxy.newProxyInstance(
            AsyncResultSet.class.getClassLoader(),
            new Class<?>[] {AsyncResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "currentPage" -> List.of();
                  case "getExecutionInfo" -> Executed.BY_NOBODY;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
