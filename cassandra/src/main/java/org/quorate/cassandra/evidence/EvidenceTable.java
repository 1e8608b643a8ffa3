package org.quorate.cassandra.evidence;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.exchange.ExchangeTable;
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

  private final CqlSession session;
  private final EvidenceSettings settings;
  private final ExchangeTable table;

  /**
   * @param session the application's own, whose role must be able to change and read the table
   */
  public EvidenceTable(CqlSession session, EvidenceSettings settings) {
    this(session, settings, ExchangeTable.PATIENCE_WITH_CREATION);
  }

  EvidenceTable(CqlSession session, EvidenceSettings settings, Duration patienceWithCreation) {
    this.session = session;
    this.settings = settings;
    this.table =
        new ExchangeTable(
            session,
            new ExchangeTable.Purpose(
                settings.table(),
                createTable(settings),
                settings.mayCreate(),
                "keep evidence",
                List.of("SELECT", "MODIFY")),
            patienceWithCreation);
  }

  /** Statement that creates the table where there is none. */
  public static String createTable(EvidenceSettings settings) {
    return ExchangeTable.createTable(
        settings.table(),
        "part int, process uuid, about text, value blob, PRIMARY KEY (part, process, about)",
        "gc_grace_seconds = 3600 AND default_time_to_live = " + settings.timeToLive().toSeconds());
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
        (about, value) ->
            batch.addStatement(
                SimpleStatement.newInstance(
                    insert, process, about.toString(), ByteBuffer.wrap(value))));
    return table.use(
        () ->
            session.executeAsync(
                batch
                    .build()
                    .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE)
                    .setIdempotent(true)
                    .setTimeout(PATIENCE)));
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
    return table.use(
        () ->
            session
                .executeAsync(select)
                .thenCompose(first -> all(first, new ArrayList<>(), 1, 0, most)));
  }

  private static CompletionStage<Rows> all(
      AsyncResultSet page, List<Row> rows, int queries, long bytesBefore, int most) {
    long bytes = bytesBefore;
    for (com.datastax.oss.driver.api.core.cql.Row row : page.currentPage()) {
      ByteBuffer value = row.getByteBuffer(2);
      boolean isTooLong = length(value) > EvidenceCodec.LONGEST;
      bytes += length(row.getBytesUnsafe(1)) + length(value);
      rows.add(new Row(row.get(0, UUID.class), row.get(1, String.class), isTooLong ? null : value));
    }
    if (page.hasMorePages() && bytes <= MOST_BYTES) {
      long soFar = bytes;
      return page.fetchNextPage().thenCompose(next -> all(next, rows, queries + 1, soFar, most));
    }
    return CompletableFuture.completedFuture(
        new Rows(rows, rows.size() >= most || page.hasMorePages(), queries));
  }

  private static int length(@Nullable ByteBuffer bytes) {
    return bytes == null ? 0 : bytes.remaining();
  }
}
