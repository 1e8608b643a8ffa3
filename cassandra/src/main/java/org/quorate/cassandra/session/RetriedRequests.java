package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.core.level.Level;

/**
 * Looks, once a request has been answered, at the one that was sent last: a retry policy of the
 * application may have had another sent in place of it ({@code RetryVerdict.getRetryRequest}). Then
 * its client is told at which level that was, and where a promise was broken by it people are.
 *
 * <p>The driver's own policy has the same request sent again, so where no profile has another one
 * nothing is looked at. Of a result that has pages the first one's request is, and of reactive
 * results none. Thread-safe.
 */
final class RetriedRequests {
  private final LevelController levels;
  private final Events events;
  private final OwnFaults faults;
  private final boolean areLookedAt;

  RetriedRequests(DriverContext driver, LevelController levels, Events events, OwnFaults faults) {
    this.levels = levels;
    this.events = events;
    this.faults = faults;
    this.areLookedAt =
        !levels.guarantees().isEmpty()
            && driver.getRetryPolicies().values().stream()
                .anyMatch(policy -> policy.getClass() != DefaultRetryPolicy.class);
  }

  /** Whether requests may have others sent in their place. */
  boolean areLookedAt() {
    return areLookedAt;
  }

  /**
   * A read that a client was told of.
   *
   * @param hash of its partition
   * @param told the level that it was sent at first
   * @param promised the weakest that it may be sent at; null where nothing was promised
   */
  record Told(Client client, TableLevel table, long hash, Level told, @Nullable Level promised) {}

  /** The result of a read, once its request was looked at. */
  <ResultT> @Nullable ResultT answered(@Nullable ResultT result, Told read) {
    if (result instanceof CompletionStage<?> sent) {
      return cast(watched(sent, read));
    }
    look(result, read);
    return result;
  }

  private CompletionStage<Object> watched(CompletionStage<?> sent, Told read) {
    CompletableFuture<Object> answered = new CompletableFuture<>();
    WeakerReads.cancelWith(answered, sent);
    sent.whenComplete(
        (result, failure) -> {
          if (failure != null) {
            answered.completeExceptionally(Failures.cause(failure));
            return;
          }
          look(result, read);
          answered.complete(result);
        });
    return answered;
  }

  private void look(@Nullable Object result, Told read) {
    try {
      Statement<?> last = last(result);
      Level sent = last == null ? null : level(last, read.table());
      if (sent == null || !isWeaker(sent, read.told(), read.table())) {
        return;
      }
      read.client().read(read.table().table(), read.hash(), sent);
      Level promised = read.promised();
      if (promised != null && isWeaker(sent, promised, read.table())) {
        tell(read.table(), promised, sent);
      }
    } catch (RuntimeException e) {
      faults.tell(e);
    }
  }

  private static @Nullable Level level(Statement<?> request, TableLevel table) {
    ConsistencyLevel level = request.getConsistencyLevel();
    return level == null ? table.own() : DriverLevels.toLevel(level.name()).orElse(null);
  }

  private static boolean isWeaker(Level one, Level other, TableLevel table) {
    return table.stronger(one, other) != one;
  }

  /** Of a table that is left alone since nothing is promised any more. */
  private void tell(TableLevel table, Level promised, Level sent) {
    TableGuarantee guarantee = levels.guarantees().get(table.table());
    if (guarantee != null && guarantee.plan() != null) {
      events.tell(
          Kind.GUARANTEE,
          table.table(),
          promised,
          sent,
          "What was guaranteed of the table did not hold for a read: it was answered at "
              + sent
              + ", where "
              + promised
              + " was promised, since a retry policy of the application had it sent again at that"
              + " level; choose a policy that keeps levels (advanced.retry-policy).");
    }
  }

  /**
   * A write was acknowledged.
   *
   * @param request that was sent at first
   * @param telling tells its client of the same write, as another request has it
   */
  void acknowledged(@Nullable Object result, Statement<?> request, Consumer<Statement<?>> telling) {
    if (!areLookedAt) {
      return;
    }
    try {
      Statement<?> last = last(result);
      if (last != null
          && !Objects.equals(last.getConsistencyLevel(), request.getConsistencyLevel())) {
        telling.accept(last);
      }
    } catch (RuntimeException e) {
      faults.tell(e);
    }
  }

  /** The request that was answered; null for results that do not say. */
  private static @Nullable Statement<?> last(@Nullable Object result) {
    ExecutionInfo info = null;
    if (result instanceof ResultSet rows) {
      info = rows.getExecutionInfo();
    } else if (result instanceof AsyncResultSet page) {
      info = page.getExecutionInfo();
    }
    return info != null && info.getRequest() instanceof Statement<?> last ? last : null;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As the driver's own result.
  private static <ResultT> ResultT cast(Object result) {
    return (ResultT) result;
  }
}
