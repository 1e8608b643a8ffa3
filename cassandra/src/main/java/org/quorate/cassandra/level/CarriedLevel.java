package org.quorate.cassandra.level;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import org.quorate.core.level.Level;

/**
 * A consistency level that a table's statements carry in place of the driver's own constant: the
 * same in everything that is sent or told, and known by it to be the library's choice for that
 * table and not the application's.
 *
 * <p>It never changes. A request, its retries, its speculative attempts and the later pages that
 * the driver fetches for it go out at one level, and whoever looks at the statement when the
 * request has ended, as {@code RequestTracker}s and OpenTelemetry's instrumentation do, reads what
 * was sent. It is the table that moves on to another of its carried levels.
 *
 * <p>Equality is identity, so that each is a key of its own in the driver's cache of prepared
 * statements. Immutable.
 */
public final class CarriedLevel implements ConsistencyLevel {
  private final TableLevel table;
  private final Level level;
  private final ConsistencyLevel sent;

  CarriedLevel(TableLevel table, Level level) {
    this.table = table;
    this.level = level;
    this.sent = DriverLevels.of(level);
  }

  /** The level of the table that this was chosen for. */
  public TableLevel table() {
    return table;
  }

  /** What is sent. */
  public Level level() {
    return level;
  }

  @Override
  public int getProtocolCode() {
    return sent.getProtocolCode();
  }

  @Override
  public String name() {
    return sent.name();
  }

  @Override
  public boolean isDcLocal() {
    return sent.isDcLocal();
  }

  @Override
  public boolean isSerial() {
    return false;
  }

  @Override
  public String toString() {
    return name();
  }
}
