package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.RefusedLevel;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.table.TableName;

/**
 * Sends reads, and those that a server refuses for a level that is not the application's own once
 * more, at that one; see {@link RefusedLevel}. The table is left alone from then on, which is told:
 * its other reads would be refused too. Where the level was pinned, it is released instead. Later
 * pages of a result, and reactive reads, which are sent when they are subscribed to, fail; the
 * latter have the table left alone as others do, unless they are continuous, whose failures nobody
 * here sees. Where this library fails at that, the read is sent once more all the same. A client
 * that was told of the read hears at which level it is sent then.
 *
 * <p>A blocking read that is not refused allocates nothing here, others a stage of their result
 * where their level is not the application's own. Thread-safe.
 */
final class RefusedReads {
  private final CqlSession delegate;
  private final LevelController levels;
  private final OwnFaults faults;

  /** Of any table's pins, when one is being released and when it is. */
  private final AtomicInteger released = new AtomicInteger();

  RefusedReads(CqlSession delegate, LevelController levels, OwnFaults faults) {
    this.delegate = delegate;
    this.levels = levels;
    this.faults = faults;
  }

  /** Sends a read of a table, of which no client was told. */
  <ResultT> @Nullable ResultT execute(
      Statement<?> read, TableLevel table, GenericType<ResultT> resultType) {
    return execute(read, table, null, Murmur3Token.UNKNOWN, resultType);
  }

  /**
   * Sends a read of a table.
   *
   * @param client that was told of it, if anything was promised to one
   * @param hash of its partition
   */
  @SuppressWarnings("ReferenceEquality") // Comparing is dear; the driver has one object for each.
  <ResultT> @Nullable ResultT execute(
      Statement<?> read,
      TableLevel table,
      @Nullable Client client,
      long hash,
      GenericType<ResultT> resultType) {
    int before = released.get();
    @Nullable ResultT result;
    try {
      result = delegate.execute(read, resultType);
    } catch (RuntimeException e) {
      Statement<?> own = instead(read, table, before, e);
      if (own == null) {
        throw e;
      }
      if (client != null) {
        tell(client, table, hash);
      }
      return delegate.execute(own, resultType);
    }
    if (resultType == Statement.SYNC || !isChosen(read, table)) {
      return result;
    }
    if (result instanceof ReactiveResultSet reactive) {
      return resultType.equals(ForwardingReactiveResult.TYPE)
          ? cast(new WatchedRead(reactive, failure -> refused(read, table, before, failure)))
          : result;
    }
    return result instanceof CompletionStage<?> sent
        ? cast(
            answer(
                sent,
                read,
                table,
                client == null ? null : telling(client, table, hash),
                before,
                resultType))
        : result;
  }

  private Runnable telling(Client client, TableLevel table, long hash) {
    return () -> tell(client, table, hash);
  }

  /** Its answer may be of fewer replicas than the level has that the client was told of. */
  private void tell(Client client, TableLevel table, long hash) {
    try {
      client.read(table.table(), hash, table.own());
    } catch (RuntimeException e) {
      faults.tell(e);
    }
  }

  private static boolean isChosen(Statement<?> read, TableLevel table) {
    ConsistencyLevel level = read.getConsistencyLevel();
    return level != null && !level.name().equals(table.own().name());
  }

  /** Cancelled, what was sent last is too. */
  private static final class Answer extends CompletableFuture<Object> {
    private volatile CompletionStage<?> attempt;

    Answer(CompletionStage<?> attempt) {
      this.attempt = attempt;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      boolean isCancelled = super.cancel(mayInterrupt);
      attempt.toCompletableFuture().cancel(mayInterrupt);
      return isCancelled;
    }
  }

  private Answer answer(
      CompletionStage<?> sent,
      Statement<?> read,
      TableLevel table,
      @Nullable Runnable telling,
      int before,
      GenericType<?> resultType) {
    Answer answer = new Answer(sent);
    sent.whenComplete(
        (rows, failure) -> {
          if (failure == null) {
            answer.complete(rows);
          } else {
            failed(Failures.cause(failure), read, table, telling, before, resultType, answer);
          }
        });
    return answer;
  }

  private void failed(
      Throwable failure,
      Statement<?> read,
      TableLevel table,
      @Nullable Runnable telling,
      int before,
      GenericType<?> resultType,
      Answer answer) {
    try {
      Statement<?> own = answer.isDone() ? null : instead(read, table, before, failure);
      if (own != null && telling != null) {
        telling.run();
      }
      Object again = own == null ? null : delegate.execute(own, resultType);
      if (again instanceof CompletionStage<?> second) {
        answer.attempt = second;
        if (answer.isCancelled()) {
          second.toCompletableFuture().cancel(true);
        }
        pass(second, answer);
      } else {
        answer.completeExceptionally(failure);
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  private static void pass(CompletionStage<?> second, Answer answer) {
    second.whenComplete(
        (rows, failure) -> {
          if (failure == null) {
            answer.complete(rows);
          } else {
            answer.completeExceptionally(Failures.cause(failure));
          }
        });
  }

  /** The read at the application's own level, or null where it failed for another reason. */
  private @Nullable Statement<?> instead(
      Statement<?> read, TableLevel table, int before, Throwable failure) {
    return refused(read, table, before, failure) ? read.setConsistencyLevel(null) : null;
  }

  /**
   * @param before what was counted of released pins when it was sent
   */
  private boolean refused(Statement<?> read, TableLevel table, int before, Throwable failure) {
    ConsistencyLevel level = read.getConsistencyLevel();
    if (level == null || !isChosen(read, table) || !RefusedLevel.isWhy(failure)) {
      return false;
    }
    try {
      leaveAlone(table.table(), level.name(), before);
    } catch (RuntimeException e) {
      faults.tell(e);
    }
    return true;
  }

  /**
   * Reads that were under way are refused too, perhaps at other levels; one event is enough. Those
   * that were sent before a pin was released say nothing of levels that the session chooses.
   */
  private void leaveAlone(TableName table, String level, int before) {
    TableStatus status = levels.status(table).orElse(null);
    if (status == null) {
      return;
    }
    if (status.pinned() && status.level().name().equals(level)) {
      release(table);
    } else if (released.get() == before && status.leftAlone().isEmpty()) {
      levels.leaveAlone(
          table,
          "The table "
              + table
              + " is left alone: the servers do not allow reads at "
              + level
              + " (guardrail read_consistency_levels_disallowed), so they are sent at the"
              + " application's own level.");
    }
  }

  /** Counted on both sides: a read that is sent in between may have had its level before. */
  private void release(TableName table) {
    released.incrementAndGet();
    try {
      levels.pin(table, null);
    } finally {
      released.incrementAndGet();
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As the driver's own result.
  private static <ResultT> ResultT cast(Object result) {
    return (ResultT) result;
  }
}
