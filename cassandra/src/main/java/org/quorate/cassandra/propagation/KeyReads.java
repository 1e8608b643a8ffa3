package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.RefusedLevel;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * Reads of keys of a table that almost surely do not exist, prepared once for as long as its key is
 * what it was, and what their failures mean. Thread-safe.
 */
final class KeyReads {
  private final CqlSession session;
  private final TableName table;
  private volatile @Nullable Prepared latest;

  /** What was prepared, and for which query, since a table may be created anew with another key. */
  record Prepared(KeyQuery query, PreparedStatement statement) {
    /** Another read of another key. */
    BoundStatement draw(RandomGenerator random) {
      return query.draw(statement, random);
    }
  }

  KeyReads(CqlSession session, TableName table) {
    this.session = session;
    this.table = table;
  }

  /**
   * @throws SourceException if the driver does not know the table, or no keys can be drawn for it
   */
  CompletionStage<Prepared> prepared() throws SourceException {
    KeyQuery query = KeyQuery.of(session, table);
    Prepared known = latest;
    if (known != null && known.query().equals(query)) {
      return CompletableFuture.completedFuture(known);
    }
    return query
        .prepare(session)
        .handle(
            (statement, failure) -> {
              if (failure != null) {
                throw new CompletionException(explained(failure));
              }
              Prepared fresh = new Prepared(query, statement);
              latest = fresh;
              return fresh;
            });
  }

  /** A {@link SourceException} with what to do where no later read could be better. */
  Throwable explained(Throwable failure) {
    if (DriverErrors.isUnauthorized(failure)) {
      return new SourceException(
          "The session's user may not read "
              + table
              + "; an administrator can GRANT SELECT ON "
              + table.toCql()
              + " TO the user's role.",
          failure);
    }
    if (RefusedLevel.isWhy(failure)) {
      return new SourceException(
          "The servers do not allow a level at which "
              + table
              + " is read to measure it (guardrail read_consistency_levels_disallowed), so that the"
              + " slowest replica is not known: "
              + Failures.cause(failure).getMessage()
              + "; have that level allowed, or give a time or another source of it.",
          failure);
    }
    if (DriverErrors.isInvalid(failure)) {
      return new SourceException(
          "The server does not take reads of " + table + ": " + failure.getMessage(), failure);
    }
    return failure;
  }
}
