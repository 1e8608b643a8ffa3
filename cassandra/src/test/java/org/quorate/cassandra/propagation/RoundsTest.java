package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.core.staleness.Propagation;

class RoundsTest {
  private static final PropagationReading READING =
      new PropagationReading(Propagation.exactly(1), "canary", 1, 1, List.of());

  private final Rounds rounds = new Rounds();

  @Test
  void whoAsksDuringARoundGetsItsAnswer() {
    AtomicInteger begun = new AtomicInteger();
    CompletableFuture<PropagationReading> answer = new CompletableFuture<>();
    Rounds.Round round =
        () -> {
          begun.incrementAndGet();
          return answer;
        };
    var first = rounds.begin(round).toCompletableFuture();
    var second = rounds.begin(round).toCompletableFuture();
    answer.complete(READING);
    assertThat(first).isCompletedWithValue(READING);
    assertThat(second).isCompletedWithValue(READING);
    assertThat(begun).hasValue(1);
    assertThat(rounds.begin(round).toCompletableFuture()).isCompletedWithValue(READING);
    assertThat(begun).hasValue(2);
  }

  @Test
  void aFailureIsGivenAsItIs() {
    SourceException refused = new SourceException("refused");
    assertThat(
            rounds
                .begin(() -> CompletableFuture.failedFuture(new CompletionException(refused)))
                .toCompletableFuture())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(refused);
    assertThat(
            rounds
                .begin(
                    () -> {
                      throw refused;
                    })
                .toCompletableFuture())
        .isCompletedExceptionally();
  }

  @Test
  void closingEndsTheRoundUnderWayAndAllLaterOnes() {
    var pending = rounds.begin(CompletableFuture::new).toCompletableFuture();
    rounds.close();
    assertThat(pending).isCompletedExceptionally();
    assertThat(rounds.begin(() -> CompletableFuture.completedFuture(READING)).toCompletableFuture())
        .isCompletedExceptionally();
  }
}
