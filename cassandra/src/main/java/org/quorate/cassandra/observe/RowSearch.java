package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.core.level.Level;

/**
 * Asks for rows of one table, each with its key and the timestamps of its columns.
 *
 * @param session to ask by
 * @param table of the rows
 * @param level that is asked at
 */
record RowSearch(CqlSession session, SampledTable table, Level level) {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** A whole primary key, encoded. */
  record RowKey(List<ByteBuffer> columns) {
    /** The read of its row. */
    BoundStatement bound(PreparedStatement prepared) {
      BoundStatement read = prepared.bind();
      for (int i = 0; i < columns.size(); i++) {
        read = read.setBytesUnsafe(i, columns.get(i));
      }
      return read;
    }
  }

  /** So many rows from a token on, each of another partition. */
  CompletionStage<AsyncResultSet> from(long token, int rows) {
    return ask(SimpleStatement.newInstance(table.keysFrom(token, rows)), rows);
  }

  /** The first row of a partition, if it has any. */
  CompletionStage<AsyncResultSet> first(List<ByteBuffer> partition) {
    return ask(SimpleStatement.newInstance(table.firstRow(), partition.toArray()), 1);
  }

  private CompletionStage<AsyncResultSet> ask(SimpleStatement query, int rows) {
    return session.executeAsync(
        query
            .setConsistencyLevel(DriverLevels.of(level))
            .setPageSize(rows)
            .setTimeout(TIMEOUT)
            .setIdempotent(true));
  }

  /** Null for a partition that has static columns only: no row has a whole key there. */
  @Nullable RowKey key(Row row) {
    List<ByteBuffer> columns = new ArrayList<>(table.keyColumns());
    for (int i = 0; i < table.keyColumns(); i++) {
      ByteBuffer column = row.getBytesUnsafe(i);
      if (column == null) {
        return null;
      }
      columns.add(column);
    }
    return new RowKey(columns);
  }

  /** When its newest column was written, in microseconds; long ago where none has a date. */
  long newest(Row row) {
    long newest = 0;
    for (int i = table.keyColumns(); i < row.size(); i++) {
      newest = row.isNull(i) ? newest : Math.max(newest, row.getLong(i));
    }
    return newest;
  }
}
