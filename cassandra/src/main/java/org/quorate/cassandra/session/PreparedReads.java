package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;

/**
 * Prepares reads, and knows those that the application still has, so that whoever prepares the same
 * again gets the same object, as from the driver. Thread-safe.
 */
final class PreparedReads {
  private static final class Entry extends WeakReference<AdaptivePreparedStatement> {
    private final PrepareRequest request;

    Entry(
        PrepareRequest request,
        AdaptivePreparedStatement prepared,
        ReferenceQueue<AdaptivePreparedStatement> gone) {
      super(prepared, gone);
      this.request = request;
    }
  }

  private final CqlSession delegate;
  private final Statements statements;
  private final Map<PrepareRequest, Entry> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<AdaptivePreparedStatement> gone = new ReferenceQueue<>();

  PreparedReads(CqlSession delegate, Statements statements) {
    this.delegate = delegate;
    this.statements = statements;
  }

  /** Prepares a read of a table. */
  <ResultT> @Nullable ResultT prepare(
      PrepareRequest request, TableLevel table, GenericType<ResultT> resultType) {
    // Both may be others when the answer is there.
    RecentQueries.Query query = statements.query(request.getQuery(), request.getKeyspace());
    CarriedLevel carrier = table.carrier();
    PrepareRequest levelled = new LevelledPrepareRequest(request, carrier);
    if (resultType.equals(PrepareRequest.SYNC)) {
      PreparedStatement first = delegate.execute(levelled, PrepareRequest.SYNC);
      return cast(first == null ? null : one(request, query, carrier, first));
    }
    if (resultType.equals(PrepareRequest.ASYNC)) {
      CompletionStage<PreparedStatement> first = delegate.execute(levelled, PrepareRequest.ASYNC);
      return cast(
          first == null ? null : first.thenApply(made -> one(request, query, carrier, made)));
    }
    return delegate.execute(request, resultType);
  }

  /**
   * The one object for a request, unless the server says otherwise of the statement than before.
   */
  private PreparedStatement one(
      PrepareRequest request,
      RecentQueries.Query query,
      CarriedLevel carrier,
      PreparedStatement first) {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      if (each instanceof Entry entry) {
        entries.remove(entry.request, entry);
      }
    }
    AdaptivePreparedStatement[] one = new AdaptivePreparedStatement[1];
    entries.compute(
        request,
        (same, before) -> {
          AdaptivePreparedStatement known = before == null ? null : before.get();
          boolean usable = known != null && known.serves(carrier.level(), first);
          one[0] = usable ? known : make(request, query, carrier, first);
          return usable ? before : new Entry(request, one[0], gone);
        });
    return one[0];
  }

  private AdaptivePreparedStatement make(
      PrepareRequest request,
      RecentQueries.Query query,
      CarriedLevel carrier,
      PreparedStatement first) {
    return new AdaptivePreparedStatement(
        statements,
        query,
        carrier,
        first,
        other ->
            Objects.requireNonNull(
                delegate.execute(new LevelledPrepareRequest(request, other), PrepareRequest.ASYNC)),
        System::nanoTime);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> @Nullable ResultT cast(@Nullable Object result) {
    return (ResultT) result;
  }
}
