package org.quorate.lab.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.load.store.Completion;

/** A completion that can be waited for, and that notices being completed twice. */
public final class Answer implements Completion {
  /** What a request was completed with. */
  public record Result(Outcome outcome, long version, @Nullable String error) {}

  private final CompletableFuture<Result> result = new CompletableFuture<>();
  private volatile boolean twice;

  @Override
  public void completed(Outcome outcome, long version, @Nullable String error) {
    if (!result.complete(new Result(outcome, version, error))) {
      twice = true;
    }
  }

  /** Waits up to 60 s. */
  public Result await() throws Exception {
    return await(60);
  }

  public Result await(int seconds) throws Exception {
    Result completed = result.get(seconds, TimeUnit.SECONDS);
    if (twice) {
      throw new AssertionError("The request was completed twice.");
    }
    return completed;
  }
}
