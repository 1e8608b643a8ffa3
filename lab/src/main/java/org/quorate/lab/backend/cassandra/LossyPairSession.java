package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.core.level.Level;

/**
 * Another session for pairs of reads alone, in which the answer to the second read of some of them,
 * drawn at random, never comes: the read is sent and costs what it costs, and times out in the
 * driver's time. Thread-safe.
 */
final class LossyPairSession extends SessionWrapper implements CqlSession {
  private final double share;
  private final Duration timeout;
  private final RandomGenerator random;

  /**
   * @param session stays open when this one is no longer used
   * @param share of the pairs that are lost, 0 to 1
   * @param timeout after which the driver gives a read up that is not answered
   * @param random used under a lock
   */
  LossyPairSession(CqlSession session, double share, Duration timeout, RandomGenerator random) {
    super(session);
    this.share = share;
    this.timeout = timeout;
    this.random = random;
  }

  @Override
  public CompletionStage<AsyncResultSet> executeAsync(Statement<?> statement) {
    CompletionStage<AsyncResultSet> answer = CqlSession.super.executeAsync(statement);
    return isSecond(statement) && isLost()
        ? new CompletableFuture<AsyncResultSet>().orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
        : answer;
  }

  /** The first read of each pair is at the weakest level. */
  private static boolean isSecond(Statement<?> statement) {
    return !DriverLevels.of(Level.ONE).equals(statement.getConsistencyLevel())
        && !DriverLevels.of(Level.LOCAL_ONE).equals(statement.getConsistencyLevel());
  }

  private boolean isLost() {
    synchronized (random) {
      return random.nextDouble() < share;
    }
  }
}
