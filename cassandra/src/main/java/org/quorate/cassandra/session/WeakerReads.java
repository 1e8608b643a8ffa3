package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * Sends reads that too few replicas could serve once more, at the strongest level that those there
 * are can serve, where that was declared; each attempt is weaker than the one before, and what was
 * served weaker is told before the caller has its rows. Thread-safe.
 */
final class WeakerReads {
  private final RefusedReads sending;
  private final LevelController levels;
  private final Events events;
  private final boolean declared;

  WeakerReads(RefusedReads sending, LevelController levels, Events events) {
    this.sending = sending;
    this.levels = levels;
    this.events = events;
    this.declared = levels.status().stream().map(TableStatus::table).anyMatch(this::isDeclaredOf);
  }

  /** Whether any table's reads may be served weaker at all. */
  boolean areDeclared() {
    return declared;
  }

  private boolean isDeclaredOf(TableName table) {
    return levels
        .settings(table)
        .filter(each -> each.whenUnreachable() == WhenUnreachable.SERVE_AND_REPORT)
        .isPresent();
  }

  /** Levels that are the application's own, in other modes or of tables left alone, are kept. */
  boolean mayServe(TableLevel table) {
    return declared
        && levels.mode() == Mode.ADAPT
        && isDeclaredOf(table.table())
        && levels.status(table.table()).filter(each -> each.leftAlone().isEmpty()).isPresent();
  }

  /**
   * A read at a level, and what it is to be told as when it is served.
   *
   * @param reason null for the application's own attempt, of which there is nothing to tell
   */
  private record Attempt(Statement<?> statement, Level level, @Nullable String reason) {
    static @Nullable Attempt first(Statement<?> statement) {
      ConsistencyLevel carried = statement.getConsistencyLevel();
      return carried == null
          ? null
          : DriverLevels.toLevel(carried.name())
              .map(level -> new Attempt(statement, level, null))
              .orElse(null);
    }
  }

  /** Sends a read and waits for it. */
  @Nullable ResultSet execute(Statement<?> statement, TableLevel table) {
    Attempt first = Attempt.first(statement);
    Attempt attempt = first;
    while (attempt != null && first != null) {
      try {
        ResultSet rows = sending.execute(attempt.statement(), table, Statement.SYNC);
        tell(first, attempt, table);
        return rows;
      } catch (UnavailableException | ReadTimeoutException | AllNodesFailedException e) {
        attempt = after(attempt, table, e);
        if (attempt == null) {
          throw e;
        }
      }
    }
    return sending.execute(statement, table, Statement.SYNC);
  }

  /** What a read that was sent ends with; cancelled, all its attempts are. */
  CompletionStage<AsyncResultSet> orWeaker(
      CompletionStage<AsyncResultSet> sent, Statement<?> statement, TableLevel table) {
    Attempt first = Attempt.first(statement);
    if (first == null) {
      return sent;
    }
    CompletableFuture<AsyncResultSet> result = new CompletableFuture<>();
    follow(sent, first, first, table, result);
    return result;
  }

  private void follow(
      CompletionStage<AsyncResultSet> sent,
      Attempt first,
      Attempt attempt,
      TableLevel table,
      CompletableFuture<AsyncResultSet> result) {
    cancelWith(result, sent);
    sent.whenComplete(
        (rows, failure) -> {
          if (result.isDone()) {
            return;
          }
          if (failure == null) {
            tell(first, attempt, table);
            result.complete(rows);
            return;
          }
          Throwable cause = Failures.cause(failure);
          try {
            Attempt next = after(attempt, table, cause);
            CompletionStage<AsyncResultSet> again =
                next == null ? null : sending.execute(next.statement(), table, Statement.ASYNC);
            if (next == null || again == null) {
              result.completeExceptionally(cause);
            } else {
              follow(again, first, next, table, result);
            }
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It only passes the cancelling on.
  static void cancelWith(CompletableFuture<?> result, CompletionStage<?> attempt) {
    result.whenComplete(
        (rows, failure) -> {
          if (result.isCancelled()) {
            attempt.toCompletableFuture().cancel(true);
          }
        });
  }

  /**
   * Null where no replica is there, nothing weaker is left, it failed for another reason, or the
   * table is left alone by now: then it has failed at the application's own level.
   */
  private @Nullable Attempt after(Attempt failed, TableLevel table, Throwable failure) {
    Shortage shortage = Shortage.of(failure);
    if (shortage == null || !mayServe(table)) {
      return null;
    }
    ReadLevels known = levels.readLevels(table.table());
    Level served = known.servedBy(shortage.there());
    return known.replicas(served) < known.replicas(failed.level())
        ? new Attempt(
            failed.statement().setConsistencyLevel(DriverLevels.of(served)),
            served,
            shortage.sentence())
        : null;
  }

  /** Of a table that is left alone by now the weaker attempt may have been refused. */
  private void tell(Attempt first, Attempt served, TableLevel table) {
    if (served.reason() != null && mayServe(table)) {
      events.tell(
          Kind.SERVED_WEAKER, table.table(), first.level(), served.level(), served.reason());
    }
  }

  /**
   * Fewer replicas than a read needed.
   *
   * @param there at least 1
   */
  private record Shortage(int there, String sentence) {
    static @Nullable Shortage of(Throwable failure) {
      if (failure instanceof UnavailableException e) {
        return of(e.getAlive(), e.getRequired(), "were up");
      }
      if (failure instanceof ReadTimeoutException e) {
        return of(e.getReceived(), e.getBlockFor(), "answered in time");
      }
      if (failure instanceof AllNodesFailedException e) {
        return e.getAllErrors().values().stream()
            .flatMap(Collection::stream)
            .flatMap(each -> Stream.ofNullable(of(each)))
            .findFirst()
            .orElse(null);
      }
      return null;
    }

    private static @Nullable Shortage of(int there, int needed, String what) {
      return there < 1 || there >= needed
          ? null
          : new Shortage(
              there,
              "Only %d of the %d replicas that a read needed %s, so it was served by fewer."
                  .formatted(there, needed, what));
    }
  }
}
