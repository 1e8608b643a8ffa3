package org.quorate.lab.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.lab.store.ForwardingStore;
import org.quorate.load.OperationSource;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * The store of a load phase: an insert that fails is sent again after a pause, with the same
 * version, so that it does not matter how many of its attempts took effect. Unlike other stores it
 * therefore may send several requests for one call; nothing measured runs on it.
 *
 * <p>Once an insert has failed for good, no other is sent again and {@link #untilFailure} ends the
 * load, for a table that lacks a row is of no use. Thread-safe.
 */
final class RetriedInserts extends ForwardingStore {
  /** How long to wait before each attempt after the first. */
  private static final Duration[] PAUSES = {
    Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(5)
  };

  private final Function<Duration, Executor> after;
  private final AtomicReference<@Nullable String> failure;

  RetriedInserts(Store store) {
    this(
        store, pause -> CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * @param after runs what it is given once a pause has passed
   */
  RetriedInserts(Store store, Function<Duration, Executor> after) {
    this(store, after, new AtomicReference<>());
  }

  private RetriedInserts(
      Store store, Function<Duration, Executor> after, AtomicReference<@Nullable String> failure) {
    super(store);
    this.after = after;
    this.failure = failure;
  }

  /** Another lane of the same load: what fails for good on either, ends the load on both. */
  RetriedInserts beside(Store other) {
    return new RetriedInserts(other, after, failure);
  }

  /** The kind of error of the first insert that failed for good. */
  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** How often an insert is sent before it has failed for good. */
  static int attempts() {
    return PAUSES.length + 1;
  }

  /** The same operations, ended by the first insert that fails for good. */
  OperationSource untilFailure(OperationSource source) {
    return () -> failure.get() == null ? source.next() : null;
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    new Insert(key, field, values, version, level, completion).send();
  }

  /** One insert; its attempts follow one another. */
  private final class Insert implements Completion {
    private final long key;
    private final int field;
    private final byte[][] values;
    private final long version;
    private final Level level;
    private final Completion completion;
    private int failed;
    private boolean unknownFate;

    Insert(long key, int field, byte[][] values, long version, Level level, Completion completion) {
      this.key = key;
      this.field = field;
      this.values = values;
      this.version = version;
      this.level = level;
      this.completion = completion;
    }

    void send() {
      store.write(key, field, values, version, level, this);
    }

    @Override
    public void completed(Outcome outcome, long versionRead, @Nullable String error) {
      if (outcome == Outcome.OK) {
        completion.completed(outcome, versionRead, error);
        return;
      }
      unknownFate |= outcome == Outcome.TIMEOUT;
      if (failed < PAUSES.length && failure.get() == null) {
        after.apply(PAUSES[failed++]).execute(this::send);
        return;
      }
      failure.compareAndSet(null, error == null ? "Unknown" : error);
      completion.completed(unknownFate ? Outcome.TIMEOUT : outcome, versionRead, error);
    }
  }
}
