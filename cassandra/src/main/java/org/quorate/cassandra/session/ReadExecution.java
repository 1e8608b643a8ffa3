package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.Mode;
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
  private final WeakerReads weaker;

  ReadExecution(CqlSession delegate, LevelController levels, PairedReads pairs, Events events) {
    this.delegate = delegate;
    this.levels = levels;
    this.pairs = pairs;
    this.weaker = new WeakerReads(delegate, levels, events);
  }

  /** Whether reads need nothing but their level now. */
  boolean isPlain() {
    return !weaker.areDeclared() && levels.mode() != Mode.OBSERVE;
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
    ResultSet rows =
        weaker.mayServe(table)
            ? weaker.execute(statement, table)
            : delegate.execute(statement, Statement.SYNC);
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
    return weaker.mayServe(table) ? weaker.orWeaker(stage, statement, table) : stage;
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
    Level weak = levels.readLevels(found.table()).weakest();
    return pairs.begin(
        found.table(),
        found.pairQuery().get(),
        bound,
        new PairedReads.Levels(weak, status.comparisonLevel()));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> @Nullable ResultT cast(@Nullable Object result) {
    return (ResultT) result;
  }
}
