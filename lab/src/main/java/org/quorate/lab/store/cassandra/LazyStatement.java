package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A statement that is prepared when it is first needed. Thread-safe. */
final class LazyStatement {
  private final CqlSession session;
  private final String text;
  private volatile @Nullable PreparedStatement prepared;

  LazyStatement(CqlSession session, String text) {
    this.session = session;
    this.text = text;
  }

  /** The statement, or null while it has not been prepared. */
  @Nullable PreparedStatement prepared() {
    return prepared;
  }

  /** Prepares it without blocking; the driver makes one of simultaneous calls. */
  CompletionStage<PreparedStatement> prepare() {
    return session
        .prepareAsync(text)
        .thenApply(
            ready -> {
              prepared = ready;
              return ready;
            });
  }

  void prepareNow() {
    prepared = session.prepare(text);
  }
}
