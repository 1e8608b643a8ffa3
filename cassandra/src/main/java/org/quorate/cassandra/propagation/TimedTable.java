package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.LevelLadder;

/**
 * A table whose propagation time is measured by reads of keys that do not exist, and what such a
 * measurement has to be told.
 *
 * @param session stays open when a source is closed
 * @param table whose user may be read by the session
 * @param ladder whether the levels of one data centre are in use
 * @param averageWriteBytes asked once for each round; what is not above 0, NaN included, means that
 *     nobody knows, and {@link #DEFAULT_WRITE_BYTES} is taken
 * @param bytesPerSecond bandwidth of a link between nodes, above 0
 * @param longest a round begins no new reads after this time, and makes do with those that it has
 * @param random of keys and orders; used by one thread at a time
 */
public record TimedTable(
    CqlSession session,
    TableName table,
    LevelLadder ladder,
    DoubleSupplier averageWriteBytes,
    double bytesPerSecond,
    Duration longest,
    RandomGenerator random) {
  /** Bytes of an average write, where nobody knows better. */
  public static final double DEFAULT_WRITE_BYTES = 1024;

  /** The bandwidth of the paper's testbed: 1 Gbit/s, in bytes per second. */
  public static final double DEFAULT_BYTES_PER_SECOND = 1e9 / 8;

  /** The longest that a round begins new reads, unless told otherwise. */
  public static final Duration DEFAULT_ROUND = Duration.ofSeconds(10);

  public TimedTable {
    NetworkTime.check(DEFAULT_WRITE_BYTES, bytesPerSecond);
  }

  /** One where nobody knows the bandwidth, nor wants rounds that are shorter. */
  public static TimedTable of(
      CqlSession session,
      TableName table,
      LevelLadder ladder,
      DoubleSupplier averageWriteBytes,
      RandomGenerator random) {
    return new TimedTable(
        session, table, ladder, averageWriteBytes, DEFAULT_BYTES_PER_SECOND, DEFAULT_ROUND, random);
  }

  /** Whether the levels of one data centre are in use. */
  boolean isLocal() {
    return ladder == LevelLadder.LOCAL;
  }

  /** What the waits of a round say; a note is added where the size of writes is not known. */
  NetworkTime networkTime(List<String> notes) {
    return NetworkTime.ofAverage(averageWriteBytes.getAsDouble(), bytesPerSecond, notes);
  }
}
