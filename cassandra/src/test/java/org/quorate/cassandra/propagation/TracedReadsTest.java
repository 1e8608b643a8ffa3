package org.quorate.cassandra.propagation;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.SourceException;

class TracedReadsTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> reads = new ArrayList<>();

  @Test
  void eachTargetIsReadOnce() throws Exception {
    TracedReads.Outcome outcome = run(QUORUM, (target, level) -> trace(target));
    assertThat(reads).containsExactly("0 ALL", "1 ALL", "2 ALL");
    assertThat(outcome.traces()).hasSize(3);
    assertThat(outcome.level()).isEqualTo(ALL);
    assertThat(outcome.failed()).isZero();
    assertThat(outcome.newest()).isEqualTo(time.getAsLong());
  }

  @Test
  void aMajorityIsTakenWhereAReplicaIsDownAndEarlierTracesAreForgotten() throws Exception {
    TracedReads.Outcome outcome =
        run(
            QUORUM,
            (target, level) ->
                level == ALL && target == 1
                    ? CompletableFuture.failedFuture(new UnavailableException(null, ALL, 3, 2))
                    : trace(target));
    assertThat(reads).containsExactly("0 ALL", "1 ALL", "2 QUORUM");
    assertThat(outcome.level()).isEqualTo(QUORUM);
    assertThat(outcome.traces()).hasSize(1);
    assertThat(outcome.failed()).isZero();
  }

  @Test
  void aReadThatFailsIsLeftOut() throws Exception {
    TracedReads.Outcome outcome =
        run(
            null,
            (target, level) ->
                switch (target) {
                  case 0 -> CompletableFuture.failedFuture(new DriverTimeoutException("late"));
                  case 1 ->
                      CompletableFuture.failedFuture(
                          new CompletionException(new PropagationException("One is missing.")));
                  default -> trace(target);
                });
    assertThat(outcome.traces()).hasSize(1);
    assertThat(outcome.failed()).isEqualTo(2);
    assertThat(outcome.lastFailure()).hasMessage("One is missing.");
  }

  @Test
  void whereNoLaterReadCouldBeBetterTheRoundEnds() {
    for (Exception refusal :
        List.of(
            new SourceException("No rights on traces."),
            new CompletionException(new SourceException("No rights on traces.")),
            new UnauthorizedException(null, "No rights on the table."),
            new InvalidQueryException(null, "No such table."))) {
      reads.clear();
      assertThatThrownBy(
              () -> run(QUORUM, (target, level) -> CompletableFuture.failedFuture(refusal)))
          .rootCause()
          .hasMessageStartingWith("No ");
      assertThat(reads).hasSize(1);
    }
  }

  @Test
  void noReadBeginsAfterTheDeadline() throws Exception {
    TracedReads.Outcome outcome =
        run(
            QUORUM,
            (target, level) -> {
              time.pass(600);
              return trace(target);
            });
    assertThat(outcome.traces()).hasSize(2);
  }

  private static CompletionStage<TraceLegs> trace(int target) {
    return CompletableFuture.completedFuture(TraceWaitsTest.trace(target, 0));
  }

  /** Three reads at ALL, within a second. */
  private TracedReads.Outcome run(
      @Nullable ConsistencyLevel fallback, TracedReads.Read<Integer> read) throws Exception {
    return new TracedReads<>(
            (target, level) -> {
              reads.add(target + " " + level.name());
              return read.at(target, level);
            },
            List.of(0, 1, 2),
            ALL,
            fallback,
            time,
            time.getAsLong() + TimeUnit.SECONDS.toNanos(1))
        .run()
        .toCompletableFuture()
        .get(1, TimeUnit.SECONDS);
  }
}
