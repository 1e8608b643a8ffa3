package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** What reads cost that no server refuses. */
class RefusedReadsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final int READS = 1_000;

  /** Until all is compiled. */
  private static final int ROUNDS = 50;

  private final LevelController levels =
      new LevelController(
          new FakeSession("LOCAL_QUORUM").session,
          AdaptiveSettings.builder().table(TableSettings.of(CARTS, 1, Level.ONE)).build(),
          new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system()),
          () -> OwnReads.NONE,
          System::nanoTime);
  private final TableLevel table = levels.level(CARTS).orElseThrow();
  private final Answering driver = new Answering();
  private final RefusedReads reads =
      new RefusedReads(
          driver,
          levels,
          new OwnFaults(
              new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system())));
  private final Statement<?> chosen = read(Level.LOCAL_ONE);

  private Statement<?> read(Level level) {
    return SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = 1")
        .setConsistencyLevel(table.carrier(level));
  }

  @AfterEach
  void close() {
    levels.close();
  }

  @Test
  void aBlockingReadAllocatesNothing() {
    assertThat(bytesOfARead(chosen, Statement.SYNC)).isZero();
  }

  @Test
  void anAsynchronousReadAtTheApplicationsOwnLevelAllocatesNothing() {
    assertThat(bytesOfARead(read(Level.LOCAL_QUORUM), Statement.ASYNC)).isZero();
  }

  @Test
  void anAsynchronousReadAtAnotherLevelAllocatesAStage() {
    assertThat(bytesOfARead(chosen, Statement.ASYNC)).isBetween(24.0, 128.0);
  }

  /** The least of several rounds. */
  private double bytesOfARead(Statement<?> read, GenericType<?> resultType) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      driver.prepareAnswers();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int each = 0; each < READS; each++) {
        reads.execute(read, table, resultType);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return (double) least / READS;
  }

  /** A driver that allocates nothing while it is asked. */
  private static final class Answering extends ForwardingCqlSession {
    private final CompletableFuture<?>[] answers = new CompletableFuture<?>[READS];
    private int next;

    Answering() {
      super(new FakeSession("LOCAL_QUORUM").session);
    }

    void prepareAnswers() {
      for (int each = 0; each < READS; each++) {
        answers[each] = new CompletableFuture<>();
      }
      next = 0;
    }

    @Override
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // Checked by the result type.
    public <RequestT extends Request, ResultT> ResultT execute(
        RequestT request, GenericType<ResultT> resultType) {
      return resultType == Statement.ASYNC ? (ResultT) answers[next++] : null;
    }

    @Override
    public CompletionStage<Void> closeAsync() {
      return delegate.closeAsync();
    }

    @Override
    public CompletionStage<Void> forceCloseAsync() {
      return delegate.forceCloseAsync();
    }
  }
}
