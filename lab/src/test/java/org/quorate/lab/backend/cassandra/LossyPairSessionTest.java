package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

final class LossyPairSessionTest {
  private final AtomicInteger sent = new AtomicInteger();

  @Test
  void halfOfTheSecondAnswersAreLostThoughAllReadsAreSent() {
    LossyPairSession session = losing(0.5, Duration.ofHours(1));

    assertThat(answered(session, ConsistencyLevel.ALL)).isBetween(450L, 550L);
    assertThat(answered(session, ConsistencyLevel.QUORUM)).isBetween(450L, 550L);
    assertThat(answered(session, ConsistencyLevel.ONE)).isEqualTo(1000);
    assertThat(answered(session, ConsistencyLevel.LOCAL_ONE)).isEqualTo(1000);
    assertThat(sent).hasValue(4000);
  }

  @Test
  void whatIsLostTimesOut() {
    CompletableFuture<AsyncResultSet> lost =
        losing(1, Duration.ofMillis(1))
            .executeAsync(read(ConsistencyLevel.ALL))
            .toCompletableFuture();

    assertThatThrownBy(lost::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(TimeoutException.class);
  }

  private static long answered(CqlSession session, ConsistencyLevel level) {
    return IntStream.range(0, 1000)
        .filter(i -> session.executeAsync(read(level)).toCompletableFuture().isDone())
        .count();
  }

  private static SimpleStatement read(ConsistencyLevel level) {
    return SimpleStatement.newInstance("SELECT").setConsistencyLevel(level);
  }

  /** Over a session that answers at once. */
  private LossyPairSession losing(double share, Duration timeout) {
    CqlSession answering =
        (CqlSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CqlSession.class},
                (proxy, method, arguments) -> {
                  sent.incrementAndGet();
                  return CompletableFuture.completedFuture(null);
                });
    return new LossyPairSession(answering, share, timeout, new SeededRandom(1));
  }
}
