package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.ChosenCompletion;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * A table in Cassandra. Completions arrive on the driver's threads, or on the caller's where a
 * request could not be sent at all. What a failure means is decided by {@link FailureKind}; a row
 * without a version is read as {@link TableLayout#UNVERSIONED}.
 *
 * <p>Any number of requests may be started; of those that exceed what the connections carry ({@link
 * ConnectionSettings}), each fails at once as {@link FailureKind#TOO_MANY_IN_FLIGHT}. Closing the
 * store does nothing: its connection is closed by whoever opened it.
 */
public final class CassandraStore implements Store {
  private final CassandraTable table;
  private final LongFunction<byte[]> keyNames;

  CassandraStore(CassandraTable table, LongFunction<byte[]> keyNames) {
    this.table = table;
    this.keyNames = keyNames;
  }

  /** The same table for one client, all of whose requests go by way of its coordinator. */
  public CassandraStore by(ClientCoordinator coordinator) {
    return new CassandraStore(table.by(coordinator), keyNames);
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    CompletionStage<AsyncResultSet> result;
    try {
      result = table.read(keyNames.apply(key), field, level);
    } catch (RuntimeException e) {
      fail(false, e, completion);
      return;
    }
    result.whenComplete((rows, failure) -> end(rows, failure, completion));
  }

  @Override
  public void readAsChosen(long key, int field, ChosenCompletion completion) {
    CompletionStage<AsyncResultSet> result;
    try {
      result = table.readAsChosen(keyNames.apply(key), field);
    } catch (RuntimeException e) {
      fail(false, e, completion);
      return;
    }
    result.whenComplete(
        (rows, failure) -> {
          (failure == null ? SentLevel.of(rows.getExecutionInfo()) : SentLevel.of(failure))
              .ifPresent(completion::sentAt);
          end(rows, failure, completion);
        });
  }

  private static void end(
      @Nullable AsyncResultSet rows, @Nullable Throwable failure, Completion completion) {
    if (rows != null) {
      Row row = rows.one();
      long version = row == null ? Completion.NO_VERSION : CassandraTable.version(row);
      completion.completed(Outcome.OK, version, null);
    } else if (failure != null) {
      fail(false, failure, completion);
    }
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    CompletionStage<AsyncResultSet> result;
    try {
      result = table.write(keyNames.apply(key), field, values, version, level);
    } catch (RuntimeException e) {
      fail(true, e, completion);
      return;
    }
    result.whenComplete((rows, failure) -> complete(true, failure, completion));
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    CompletionStage<AsyncResultSet> result;
    try {
      result = table.scan(keyNames.apply(key), length, field, level);
    } catch (RuntimeException e) {
      fail(false, e, completion);
      return;
    }
    result.whenComplete((rows, failure) -> complete(false, failure, completion));
  }

  private static void complete(boolean write, @Nullable Throwable failure, Completion completion) {
    if (failure == null) {
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    } else {
      fail(write, failure, completion);
    }
  }

  private static void fail(boolean write, Throwable failure, Completion completion) {
    FailureKind kind = FailureKind.of(failure);
    completion.completed(
        write ? kind.ofWrite() : Outcome.ERROR, Completion.NO_VERSION, kind.text());
  }

  @Override
  public void close() {}
}
