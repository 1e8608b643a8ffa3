package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.event.Events;
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
    driver.pending.get(0).complete(noRows());
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

  /** Steps of all tables from a second on until another, where time goes on as the sampler's. */
  private static int stepsIn(long from, long to, List<TableSampler> tables) {
    int steps = 0;
    for (long now = from * SECOND; now < to * SECOND; now += SECOND / 50) {
      steps += KeySampler.step(tables, now);
    }
    return steps;
  }

  private TableSampler sampler() throws SourceException {
    PairedReads pairs =
        PairedReads.alone(
            driver.session,
            new Events(List.of(), Duration.ZERO, () -> 0, InstantSource.system()),
            () -> 0,
            InstantSource.system());
    return new TableSampler(
        driver.session,
        SampledTable.of(CARTS, KnownCluster.table(driver.session, CARTS).orElseThrow()),
        new PairedReads.Levels(Level.ONE, Level.ALL),
        pairs,
        pairs,
        10,
        new SplittableRandom(1),
        InstantSource.system(),
        problems::add,
        0);
  }

  private static AsyncResultSet noRows() {
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
