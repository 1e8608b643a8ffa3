package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Sends reads that need more than their level: those that are sampled, and those that are served
 * weaker where their level cannot be reached. Works for blocking and asynchronous execution; other
 * kinds, such as reactive, are sent as they are, and are no samples. Thread-safe.
 */
final class ReadExecution {
  private final CqlSession delegate;
  private final LevelController levels;
  private final PairedReads pairs;
  private final Events events;
  private final boolean servesWeaker;

  ReadExecution(CqlSession delegate, LevelController levels, PairedReads pairs, Events events) {
    this.delegate = delegate;
    this.levels = levels;
    this.pairs = pairs;
    this.events = events;
    this.servesWeaker =
        levels.status().stream()
            .map(status -> levels.settings(status.table()))
            .flatMap(Optional::stream)
            .anyMatch(table -> table.whenUnreachable() == WhenUnreachable.SERVE_AND_REPORT);
  }

  /** Whether reads need nothing but their level now. */
  boolean isPlain() {
    return !servesWeaker && levels.mode() != Mode.OBSERVE;
  }

  /**
   * Sends a read.
   *
   * @param plan looked up only for a read that is sampled
   */
  <ResultT> @Nullable ResultT execute(
      Statement<?> statement,
      TableLevel table,
      Supplier<Optional<ReadPlan>> plan,
      GenericType<ResultT> resultType) {
    if (resultType.equals(Statement.SYNC)) {
      return cast(sync(statement, table, plan));
    }
    if (resultType.equals(Statement.ASYNC)) {
      return cast(async(statement, table, plan));
    }
    return delegate.execute(statement, resultType);
  }

  /** Its pair goes first: sent after the read has ended, it would find what has arrived since. */
  private @Nullable ResultSet sync(
      Statement<?> statement, TableLevel table, Supplier<Optional<ReadPlan>> plan) {
    PairedReads.Sample sample = sample(statement, table.table(), plan);
    ResultSet rows;
    try {
      rows = delegate.execute(statement, Statement.SYNC);
    } catch (UnavailableException | AllNodesFailedException e) {
      Weaker weaker = servesWeaker(table) ? weaker(statement, table, e) : null;
      if (weaker == null) {
        throw e;
      }
      rows = delegate.execute(weaker.statement(), Statement.SYNC);
      weaker.tell();
    }
    if (sample != null) {
      pairs.end(sample);
    }
    return rows;
  }

  private @Nullable CompletionStage<AsyncResultSet> async(
      Statement<?> statement, TableLevel table, Supplier<Optional<ReadPlan>> plan) {
    CompletionStage<AsyncResultSet> stage = delegate.execute(statement, Statement.ASYNC);
    if (stage == null) {
      return null;
    }
    PairedReads.Sample sample = sample(statement, table.table(), plan);
    if (sample != null) {
      stage.whenComplete(
          (rows, failure) -> {
            if (failure == null) {
              pairs.end(sample);
            }
          });
    }
    return servesWeaker(table) ? orWeaker(stage, statement, table) : stage;
  }

  /** A second attempt where the first fails for want of replicas; cancelled, both are. */
  private CompletionStage<AsyncResultSet> orWeaker(
      CompletionStage<AsyncResultSet> first, Statement<?> statement, TableLevel table) {
    CompletableFuture<AsyncResultSet> result = new CompletableFuture<>();
    cancelWith(result, first);
    first.whenComplete(
        (rows, failure) -> {
          if (failure == null) {
            result.complete(rows);
            return;
          }
          Throwable cause = cause(failure);
          try {
            Weaker weaker = result.isDone() ? null : weaker(statement, table, cause);
            CompletionStage<AsyncResultSet> second =
                weaker == null ? null : delegate.execute(weaker.statement(), Statement.ASYNC);
            if (weaker == null || second == null) {
              result.completeExceptionally(cause);
              return;
            }
            cancelWith(result, second);
            second.whenComplete(
                (served, again) -> {
                  if (again != null) {
                    result.completeExceptionally(cause(again));
                  } else if (!result.isDone()) {
                    // Before the caller has its rows, as in a read that waits.
                    weaker.tell();
                    result.complete(served);
                  }
                });
          } catch (RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It only passes the cancelling on.
  private static void cancelWith(CompletableFuture<?> result, CompletionStage<?> attempt) {
    result.whenComplete(
        (rows, failure) -> {
          if (result.isCancelled()) {
            attempt.toCompletableFuture().cancel(true);
          }
        });
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }

  private PairedReads.@Nullable Sample sample(
      Statement<?> statement, TableName table, Supplier<Optional<ReadPlan>> plan) {
    if (levels.mode() != Mode.OBSERVE
        || !pairs.isDrawn()
        || !(statement instanceof BoundStatement bound)
        // A later page: a pair would read the first one.
        || bound.getPagingState() != null) {
      return null;
    }
    ReadPlan found = plan.get().orElse(null);
    TableStatus status = levels.status(table).orElse(null);
    // The same text may name another table since the session's keyspace was changed.
    if (found == null
        || !found.table().equals(table)
        || status == null
        || status.leftAlone().isPresent()
        || found.pairQuery().isEmpty()) {
      return null;
    }
    Level weak = levels.servedBy(found.table(), 1);
    return pairs.begin(
        found.table(),
        found.pairQuery().get(),
        bound,
        new PairedReads.Levels(weak, status.comparisonLevel()));
  }

  /** Levels that are the application's own, in other modes or of tables left alone, are kept. */
  private boolean servesWeaker(TableLevel table) {
    return servesWeaker
        && levels.mode() == Mode.ADAPT
        && levels.status(table.table()).filter(status -> status.leftAlone().isEmpty()).isPresent()
        && levels
            .settings(table.table())
            .map(settings -> settings.whenUnreachable() == WhenUnreachable.SERVE_AND_REPORT)
            .orElse(false);
  }

  /** A read at a level that the live replicas can serve, and what is told once it is served. */
  private record Weaker(Statement<?> statement, Runnable event) {
    void tell() {
      event.run();
    }
  }

  /** Null where no replica is alive, or the read failed for another reason. */
  private @Nullable Weaker weaker(Statement<?> statement, TableLevel table, Throwable failure) {
    UnavailableException unavailable = unavailable(failure);
    TableName name = table.table();
    if (unavailable == null || unavailable.getAlive() < 1) {
      return null;
    }
    Level served = levels.servedBy(name, unavailable.getAlive());
    return new Weaker(
        statement.setConsistencyLevel(DriverLevels.of(served)),
        () ->
            events.tell(
                Kind.SERVED_WEAKER,
                name,
                DriverLevels.toLevel(unavailable.getConsistencyLevel().name()).orElse(null),
                served,
                "Only "
                    + unavailable.getAlive()
                    + " of the "
                    + unavailable.getRequired()
                    + " replicas that a read needed were up, so it was served by fewer."));
  }

  private static @Nullable UnavailableException unavailable(Throwable failure) {
    if (failure instanceof UnavailableException found) {
      return found;
    }
    if (failure instanceof AllNodesFailedException all) {
      for (List<Throwable> ofNode : all.getAllErrors().values()) {
        for (Throwable error : ofNode) {
          if (error instanceof UnavailableException found) {
            return found;
          }
        }
      }
    }
    return null;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> @Nullable ResultT cast(@Nullable Object result) {
    return (ResultT) result;
  }
}
