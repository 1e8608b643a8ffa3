package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Reads all rows of a table at every one of their replicas: a scan at ALL, for which a coordinator
 * asks each replica for the rows themselves, merges them cell by cell, and before it answers writes
 * to each replica what that one lacked. Under {@code read_repair} {@code BLOCKING}, the default of
 * tables, all replicas of a row are therefore alike once it has been returned. Stateless.
 */
public final class ReplicaScan {
  /** So that a page of a replica's rows is small in its heap. */
  private static final int PAGE_ROWS = 500;

  /** For a page; longer than the servers' own limit for a part of a scan, 10 s. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private ReplicaScan() {}

  /**
   * Scans.
   *
   * @param rows told now and then how many rows there were so far
   * @return rows
   * @throws StoreException when a replica does not answer
   */
  public static long read(CassandraConnection connection, TableLayout layout, LongConsumer rows)
      throws StoreException {
    SimpleStatement scan =
        SimpleStatement.newInstance("SELECT * FROM " + layout.qualifiedTable())
            .setConsistencyLevel(ConsistencyLevel.ALL)
            .setPageSize(PAGE_ROWS)
            .setTimeout(TIMEOUT);
    long count = 0;
    try {
      for (Row row : connection.session().execute(scan)) {
        if (row.size() > 0 && ++count % PAGE_ROWS == 0) {
          rows.accept(count);
        }
      }
    } catch (DriverException e) {
      throw new StoreException(
          "The rows of "
              + layout.qualifiedTable()
              + " cannot be read at every replica: "
              + e.getMessage(),
          e);
    }
    return count;
  }
}
