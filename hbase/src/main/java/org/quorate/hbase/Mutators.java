package org.quorate.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.FailureListener;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.session.CellLimit;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.session.TableRules;
import org.quorate.hbase.setting.DeferralSettings;

/** Makes the mutators of a deferral that is on. Thread-safe. */
final class Mutators {
  /** What the stock parameters have where nothing was said. */
  private static final int UNSET = -1;

  private final Connection connection;
  private final DeferralSettings settings;
  private final PendingWrites writes;
  private final TableRules rules;

  /** Those that may have writes that are not accepted yet. */
  private final Set<DeferredAsyncMutator> open = ConcurrentHashMap.newKeySet();

  Mutators(
      Connection connection, DeferralSettings settings, PendingWrites writes, TableRules rules) {
    this.connection = connection;
    this.settings = settings;
    this.writes = writes;
    this.rules = rules;
  }

  /** See {@link Deferral#mutator(BufferedMutatorParams)}. */
  DeferredMutator mutator(BufferedMutatorParams params) throws IOException {
    MutatorParameters.refuseUnkept(params, settings.bound().time());
    Table stock =
        params.getPool() == null
            ? connection.getTable(params.getTableName())
            : connection.getTable(params.getTableName(), params.getPool());
    rules.refuseUnfit(stock, settings.bound().time());
    AtomicReference<BufferedMutator> told = new AtomicReference<>();
    WriteAccount account = writes.account(params.getTableName(), listener(params, told), null);
    CellLimit limit =
        params.getMaxKeyValueSize() == UNSET
            ? CellLimit.of(connection.getConfiguration())
            : new CellLimit(params.getMaxKeyValueSize());
    DeferredMutator mutator =
        new DeferredMutator(
            stock,
            account,
            new OrderedRequests(writes, account, stock),
            settings,
            limit,
            new BufferLimit(params));
    if (params.getRpcTimeout() != UNSET) {
      mutator.setRpcTimeout(params.getRpcTimeout());
    }
    if (params.getOperationTimeout() != UNSET) {
      mutator.setOperationTimeout(params.getOperationTimeout());
    }
    told.set(mutator);
    return mutator;
  }

  /**
   * The listener that somebody set, or null. The one that is there by itself does nothing but throw
   * what it is given, which is what happens without a listener.
   *
   * @param told which mutator the listener is told of, once it is made
   */
  private static @Nullable FailureListener listener(
      BufferedMutatorParams params, AtomicReference<BufferedMutator> told) {
    BufferedMutator.ExceptionListener usual =
        new BufferedMutatorParams(params.getTableName()).getListener();
    BufferedMutator.ExceptionListener listener = params.getListener();
    return listener == null || listener.getClass() == usual.getClass()
        ? null
        : failure -> listener.onException(failure, Objects.requireNonNull(told.get()));
  }

  /** See {@link Deferral#asyncMutator(TableName)}; futures are completed where it is said. */
  AsyncBufferedMutator async(TableName table, Executor completions) throws IOException {
    DeferredAsyncMutator mutator =
        new DeferredAsyncMutator(
            mutator(new BufferedMutatorParams(table)),
            settings.capacity().blockAtMost(),
            completions);
    open.add(mutator);
    CompletableFuture<?> unused = mutator.ended().thenRun(() -> open.remove(mutator));
    return mutator;
  }

  /**
   * Closes the asynchronous ones, and waits until what they were given is accepted. An interruption
   * does not end that.
   */
  void close(Duration atMost) {
    open.forEach(DeferredAsyncMutator::close);
    Void unused =
        CompletableFuture.allOf(
                open.stream().map(DeferredAsyncMutator::ended).toArray(CompletableFuture[]::new))
            .completeOnTimeout(null, atMost.toNanos(), TimeUnit.NANOSECONDS)
            .join();
  }
}
