package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.setting.Mode;
import org.quorate.core.level.Level;

/**
 * Finds reads whose answer contradicts what this process has written: no row in a partition into
 * which it has inserted one, and from which it has removed none since. Such a read is sent again at
 * the safe level before it is answered, once; what the second one finds or fails with is the
 * answer. Where it finds nothing either, the row is taken for removed until the next is inserted.
 * Thread-safe.
 */
final class Rereads {
  private final LevelController levels;
  private final WeakerReads weaker;
  private final OwnFaults faults;

  /**
   * @param weaker by which an empty answer may be one of less than the safe level
   */
  Rereads(LevelController levels, WeakerReads weaker, OwnFaults faults) {
    this.levels = levels;
    this.weaker = weaker;
    this.faults = faults;
  }

  /**
   * Whether an empty answer to a read would be a contradiction.
   *
   * @param hash of its partition
   */
  boolean mayFollow(TableLevel table, long hash) {
    try {
      return table.memory().isRereading()
          && levels.mode() == Mode.ADAPT
          && table.memory().isRowThere(hash);
    } catch (RuntimeException e) {
      faults.tell(e);
      return false;
    }
  }

  /** The read to be sent instead of this answer, or null where the answer stands. */
  @Nullable Statement<?> after(ReadExecution.OwnRead read, ResultSet rows) {
    return again(read, () -> isEmpty(rows));
  }

  /** An answer stands too where this library fails. */
  private @Nullable Statement<?> again(ReadExecution.OwnRead read, BooleanSupplier isEmpty) {
    try {
      return isEmpty.getAsBoolean() && mayFollow(read.table(), read.hash()) ? stronger(read) : null;
    } catch (RuntimeException e) {
      faults.tell(e);
      return null;
    }
  }

  /** What the second read has found. */
  void found(ReadExecution.OwnRead read, ResultSet rows) {
    found(read, isEmpty(rows));
  }

  private void found(ReadExecution.OwnRead read, boolean isEmpty) {
    try {
      if (isEmpty && !weaker.mayServe(read.table())) {
        read.table().memory().foundNoRow(read.hash(), read.nanosSinceOwnWrite());
      }
    } catch (RuntimeException e) {
      faults.tell(e);
    }
  }

  private static boolean isEmpty(ResultSet rows) {
    return rows.isFullyFetched() && rows.getAvailableWithoutFetching() == 0;
  }

  private static boolean isEmpty(AsyncResultSet rows) {
    return rows.remaining() == 0 && !rows.hasMorePages();
  }

  /**
   * What a read that was sent ends with, or the read that follows it; cancelled, both are.
   *
   * @param sending sends the second one
   */
  CompletionStage<AsyncResultSet> orAgain(
      CompletionStage<AsyncResultSet> sent,
      ReadExecution.OwnRead read,
      Function<Statement<?>, @Nullable CompletionStage<AsyncResultSet>> sending) {
    CompletableFuture<AsyncResultSet> result = new CompletableFuture<>();
    WeakerReads.cancelWith(result, sent);
    sent.whenComplete(
        (rows, failure) -> {
          if (failure != null) {
            result.completeExceptionally(Failures.cause(failure));
            return;
          }
          try {
            Statement<?> again = result.isDone() ? null : again(read, () -> isEmpty(rows));
            CompletionStage<AsyncResultSet> second = again == null ? null : sending.apply(again);
            if (second == null) {
              result.complete(rows);
            } else {
              follow(second, read, result);
            }
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  private void follow(
      CompletionStage<AsyncResultSet> second,
      ReadExecution.OwnRead read,
      CompletableFuture<AsyncResultSet> result) {
    WeakerReads.cancelWith(result, second);
    second.whenComplete(
        (rows, failure) -> {
          if (failure == null) {
            found(read, isEmpty(rows));
            result.complete(rows);
          } else {
            result.completeExceptionally(Failures.cause(failure));
          }
        });
  }

  private @Nullable Statement<?> stronger(ReadExecution.OwnRead read) {
    TableLevel table = read.table();
    TableStatus status = levels.status(table.table()).orElse(null);
    ReadPlan plan = read.plan().get().orElse(null);
    if (status == null
        || status.pinned()
        || status.leftAlone().isPresent()
        || plan == null
        || !plan.wholePartition()
        || plan.level() != table
        || read.statement().getPagingState() != null
        || !(read.statement().getConsistencyLevel() instanceof CarriedLevel sent)) {
      return null;
    }
    Level safe = status.safeLevel();
    if (table.stronger(sent.level(), safe) == sent.level()) {
      return null;
    }
    table.memory().reread(sent.level());
    return read.statement().setConsistencyLevel(table.carrier(safe));
  }
}
