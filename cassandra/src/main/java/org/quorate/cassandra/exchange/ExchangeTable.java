package org.quorate.cassandra.exchange;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * A table through which processes tell one another something: created where it is missing and may
 * be, and where it cannot be used a {@link SourceException} says what an administrator can run.
 * Never blocks. Thread-safe.
 */
public final class ExchangeTable {
  /** The driver gives no time after which a refresh of its schema has failed. */
  public static final Duration PATIENCE_WITH_CREATION = Duration.ofSeconds(30);

  /**
   * What it is.
   *
   * @param name of it
   * @param statement that creates it, of {@link #createTable}
   * @param mayCreate whether it is created where the driver knows of none
   * @param use that it has, as behind "cannot": {@code keep evidence}
   * @param rights that its users need, such as {@code MODIFY}
   */
  public record Purpose(
      TableName name, String statement, boolean mayCreate, String use, List<String> rights) {
    public Purpose {
      rights = List.copyOf(rights);
    }
  }

  private final CqlSession session;
  private final Purpose purpose;
  private final Duration patienceWithCreation;
  private @Nullable CompletableFuture<?> creation;

  /**
   * @param session whose role must have the rights
   * @param patienceWithCreation after which a creation has failed
   */
  public ExchangeTable(CqlSession session, Purpose purpose, Duration patienceWithCreation) {
    this.session = session;
    this.purpose = purpose;
    this.patienceWithCreation = patienceWithCreation;
  }

  /**
   * Statement that creates a table. Its id is the same whoever creates it: several processes that
   * do so at once would otherwise make several tables of one name (CASSANDRA-10699).
   *
   * @param columns and the key
   * @param options besides the id
   */
  public static String createTable(TableName name, String columns, String options) {
    String table = name.toCql();
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " ("
        + columns
        + ") WITH id = "
        + UUID.nameUUIDFromBytes(table.getBytes(StandardCharsets.UTF_8))
        + " AND "
        + options;
  }

  /** Sends a request once the table is there; what it fails of is explained. */
  public <T> CompletionStage<T> use(Supplier<CompletionStage<T>> request) {
    return ready()
        .thenCompose(any -> request.get())
        .handle(
            (value, failure) -> {
              if (failure != null) {
                throw new CompletionException(explained(Failures.cause(failure)));
              }
              return value;
            });
  }

  /**
   * The table, created where the driver knows of none and it may be: once, until it is missing
   * again, since a driver may be told to know of no tables.
   */
  private synchronized CompletionStage<?> ready() {
    if (!purpose.mayCreate() || KnownCluster.table(session, purpose.name()).isPresent()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<?> begun = creation;
    if (begun == null || begun.isCompletedExceptionally()) {
      begun =
          session
              .executeAsync(purpose.statement())
              .thenCompose(done -> session.refreshSchemaAsync())
              .toCompletableFuture()
              .orTimeout(patienceWithCreation.toMillis(), TimeUnit.MILLISECONDS);
      creation = begun;
    }
    return begun;
  }

  private synchronized void isMissing() {
    creation = null;
  }

  private Throwable explained(Throwable failure) {
    String said = " (" + failure.getMessage() + "); an administrator can run: ";
    if (failure instanceof InvalidQueryException) {
      isMissing();
      return new SourceException(
          "Table " + purpose.name() + " cannot " + purpose.use() + said + purpose.statement() + ";",
          failure);
    }
    return failure instanceof UnauthorizedException
        ? new SourceException(
            "The session's role may not use table "
                + purpose.name()
                + said
                + purpose.rights().stream()
                    .map(
                        right ->
                            "GRANT " + right + " ON TABLE " + purpose.name().toCql() + " TO role;")
                    .collect(Collectors.joining(" ")),
            failure)
        : failure;
  }
}
