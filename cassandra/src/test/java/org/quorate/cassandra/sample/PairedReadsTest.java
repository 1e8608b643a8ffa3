package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class PairedReadsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final PairQuery QUERY =
      new PairQuery("", 0, 0, 1, Comparator.comparing(List::size), false);

  private final AtomicLong now = new AtomicLong();
  private final FakeSession driver = new FakeSession("LOCAL_QUORUM");
  private final PairedReads pairs =
      new PairedReads(
          driver.session,
          1,
          new Events(List.of(), Duration.ZERO, now::get, InstantSource.system()),
          now::get,
          InstantSource.system());

  @Test
  void whatWasFoundAtOtherLevelsIsNotSummedUnderTheNewOnes() {
    // Levels that are the same are timed, and not paired.
    read(Level.ONE, 4_000_000);
    assertThat(pairs.result(CARTS).orElseThrow().ownMillis()).isEqualTo(4);
    read(Level.LOCAL_ONE, 8_000_000);
    PairResult result = pairs.result(CARTS).orElseThrow();
    assertThat(result.weak()).isEqualTo(Level.LOCAL_ONE);
    assertThat(result.ownMillis()).isEqualTo(8);
  }

  /** With its time limits and its pages, and by way of the node that it is sent to. */
  @Test
  void aPairGoesTheWayOfItsRead() {
    Node node = FakeNode.of(2, "dc1").node;
    DriverExecutionProfile own =
        driver
            .session
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, 7);
    PairedReads.Sample sample =
        pairs.begin(
            CARTS,
            QUERY,
            prepared().bind(1).setNode(node).setExecutionProfile(own),
            new PairedReads.Levels(Level.LOCAL_ONE, Level.ALL));
    assertThat(sample.table()).isEqualTo(CARTS);
    assertThat(driver.executed)
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.getNode()).isSameAs(node);
              assertThat(each.getExecutionProfile()).isSameAs(own);
              assertThat(each.getPageSize()).isEqualTo(7);
            });
  }

  private PreparedStatement prepared() {
    return Objects.requireNonNull(
        driver.session.execute(
            new DefaultPrepareRequest(
                SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = ?")),
            PrepareRequest.SYNC));
  }

  private void read(Level level, long nanos) {
    PairedReads.Sample sample =
        pairs.begin(CARTS, QUERY, prepared().bind(1), new PairedReads.Levels(level, level));
    now.addAndGet(nanos);
    pairs.end(sample);
  }
}
