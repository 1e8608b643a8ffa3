package org.quorate.cassandra.evidence;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidenceCodec;

/**
 * The table of evidence: one partition, of which each process has a row for each of its tables. A
 * write is one batch in that partition, which is one mutation; a read is one query for as many
 * pages as it takes, one for up to {@value #PAGE} rows. Both are at LOCAL_ONE, since a value that
 * comes late is no worse than one that is a round old. Whatever the rows are, reading ends with the
 * page that makes them more than {@value #MOST_BYTES} bytes, and no value is kept that is longer
 * than any can be. Thread-safe.
 */
public final class EvidenceTable implements EvidenceStore {
  /** Rows of a page: rows of others may be long, whatever ours are. */
  private static final int PAGE = 20;

  /** Of all that is read at once. */
  private static final int MOST_BYTES = 16 << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The driver gives no time after which a refresh of its schema has failed. */
  private static final Duration PATIENCE_WITH_CREATION = Duration.ofSeconds(30);

  private final CqlSession session;
  private final EvidenceSettings settings;
  private final Duration patienceWithCreation;
  private @Nullable CompletableFuture<?> creation;

  /**
   * @param session the application's own, whose role must be able to change and read the table
   */
  public EvidenceTable(CqlSession session, EvidenceSettings settings) {
    this(session, settings, PATIENCE_WITH_CREATION);
  }

  EvidenceTable(CqlSession session, EvidenceSettings settings, Duration patienceWithCreation) {
    this.session = session;
    this.settings = settings;
    this.patienceWithCreation = patienceWithCreation;
  }

  /**
   * Statement that creates the table. Its id is the same whoever creates it: several processes that
   * do so at once would otherwise make several tables of one name (CASSANDRA-10699).
   */
  static String createTable(EvidenceSettings settings) {
    String table = settings.table().toCql();
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " (part int, process uuid, about text, value blob, PRIMARY KEY (part, process, about))"
        + " WITH id = "
        + UUID.nameUUIDFromBytes(table.getBytes(StandardCharsets.UTF_8))
        + " AND gc_grace_seconds = 3600 AND default_time_to_live = "
        + settings.timeToLive().toSeconds();
  }

  @Override
  public CompletionStage<?> write(UUID process, Map<TableName, byte[]> values) {
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    String insert =
        "INSERT INTO "
            + settings.table().toCql()
            + " (part, process, about, value) VALUES (0, ?, ?, ?) USING TTL "
            + settings.timeToLive().toSeconds();
    values.forEach(
        (table, value) ->
            batch.addStatement(
                SimpleStatement.newInstance(
                    insert, process, table.toString(), ByteBuffer.wrap(value))));
    return explained(
        ready()
            .thenCompose(
                any ->
                    session.executeAsync(
                        batch
                            .build()
                            .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE)
                            .setIdempotent(true)
                            .setTimeout(PATIENCE))));
  }

  @Override
  public CompletionStage<Rows> read(int most) {
    SimpleStatement select =
        SimpleStatement.newInstance(
                "SELECT process, about, value FROM "
                    + settings.table().toCql()
                    + " WHERE part = 0 LIMIT "
                    + most)
            .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE)
            .setIdempotent(true)
            .setPageSize(PAGE)
            .setTimeout(PATIENCE);
    return explained(
        ready()
            .thenCompose(any -> session.executeAsync(select))
            .thenCompose(first -> all(first, new ArrayList<>(), 0, most)));
  }

  private static CompletionStage<Rows> all(
      AsyncResultSet page, List<Row> rows, long bytesBefore, int most) {
    long bytes = bytesBefore;
    for (com.datastax.oss.driver.api.core.cql.Row row : page.currentPage()) {
      ByteBuffer value = row.getByteBuffer(2);
      boolean isTooLong = length(value) > EvidenceCodec.LONGEST;
      bytes += length(row.getBytesUnsafe(1)) + length(value);
      rows.add(new Row(row.get(0, UUID.class), row.get(1, String.class), isTooLong ? null : value));
    }
    if (page.hasMorePages() && bytes <= MOST_BYTES) {
      long soFar = bytes;
      return page.fetchNextPage().thenCompose(next -> all(next, rows, soFar, most));
    }
    return CompletableFuture.completedFuture(
        new Rows(rows, rows.size() >= most || page.hasMorePages()));
  }

  private static int length(@Nullable ByteBuffer bytes) {
    return bytes == null ? 0 : bytes.remaining();
  }

  /**
   * The table, created where the driver knows of none and it may be: once, until it is missing
   * again, since a driver may be told to know of no tables.
   */
  private synchronized CompletionStage<?> ready() {
    if (!settings.mayCreate() || KnownCluster.table(session, settings.table()).isPresent()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<?> begun = creation;
    if (begun == null || begun.isCompletedExceptionally()) {
      begun =
          session
              .executeAsync(createTable(settings))
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

  private <T> CompletionStage<T> explained(CompletionStage<T> answer) {
    return answer.handle(
        (value, failure) -> {
          if (failure != null) {
            throw new CompletionException(explained(Failures.cause(failure)));
          }
          return value;
        });
  }

  private Throwable explained(Throwable failure) {
    String said = " (" + failure.getMessage() + "); an administrator can run: ";
    if (failure instanceof InvalidQueryException) {
      isMissing();
      return new SourceException(
          "Table "
              + settings.table()
              + " cannot keep evidence"
              + said
              + createTable(settings)
              + ";",
          failure);
    }
    return failure instanceof UnauthorizedException
        ? new SourceException(
            "The session's role may not use table "
                + settings.table()
                + said
                + "GRANT SELECT ON TABLE "
                + settings.table().toCql()
                + " TO role; GRANT MODIFY ON TABLE "
                + settings.table().toCql()
                + " TO role;",
            failure)
        : failure;
  }
}
