package org.quorate.cassandra.propagation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.monitor.SourceException;

/** The rounds of one source, one at a time: who asks while one is under way gets its answer. */
final class Rounds {
  private final AtomicReference<@Nullable CompletableFuture<PropagationReading>> latest =
      new AtomicReference<>();
  private volatile boolean closed;

  /** What one round does. */
  @FunctionalInterface
  interface Round {
    CompletionStage<PropagationReading> begin() throws SourceException, PropagationException;
  }

  /** Begins a round, or joins the one under way; after {@link #close} it fails at once. */
  CompletionStage<PropagationReading> begin(Round round) {
    CompletableFuture<PropagationReading> mine = new CompletableFuture<>();
    while (true) {
      CompletableFuture<PropagationReading> underWay = latest.get();
      if (underWay != null && !underWay.isDone()) {
        return underWay;
      }
      if (latest.compareAndSet(underWay, mine)) {
        break;
      }
    }
    if (closed) {
      fail(mine);
      return mine;
    }
    try {
      round
          .begin()
          .whenComplete(
              (reading, failure) -> {
                if (failure == null) {
                  mine.complete(reading);
                } else {
                  mine.completeExceptionally(Failures.cause(failure));
                }
              });
    } catch (SourceException | PropagationException | RuntimeException failure) {
      mine.completeExceptionally(failure);
    }
    return mine;
  }

  boolean isClosed() {
    return closed;
  }

  /** Fails the round under way, and every later one. */
  void close() {
    closed = true;
    CompletableFuture<PropagationReading> underWay = latest.get();
    if (underWay != null) {
      fail(underWay);
    }
  }

  private static void fail(CompletableFuture<PropagationReading> round) {
    round.completeExceptionally(
        new PropagationException("The source of propagation times has been closed."));
  }
}
