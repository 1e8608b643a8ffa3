package org.quorate.cassandra.level;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import org.quorate.core.level.Level;

/**
 * A consistency level that statements carry and that says, every time the driver encodes a request,
 * which level is in effect for their table: the table's current level or this object's floor,
 * whichever is stronger.
 *
 * <p>A prepared statement that carries a live level changes the level of its requests without an
 * allocation. The floor is the level that was current when the statement was bound: it keeps
 * retries, speculative attempts and later pages from going out at a weaker level than the first
 * attempt did, though the table's level may have been weakened since. Where the table's level is
 * strengthened, they follow at once.
 *
 * <p>Equality is identity, so that each is a key of its own in the driver's cache of prepared
 * statements. Thread-safe; reading it takes no lock and allocates nothing.
 */
public final class LiveLevel implements ConsistencyLevel {
  private final TableLevel table;
  private final Level floor;

  LiveLevel(TableLevel table, Level floor) {
    this.table = table;
    this.floor = floor;
  }

  /** The table that this level is of. */
  public TableLevel table() {
    return table;
  }

  /** The weakest level that this object ever stands for. */
  public Level floor() {
    return floor;
  }

  /** The level in effect now. */
  public Level effective() {
    return table.effective(floor);
  }

  @Override
  public int getProtocolCode() {
    return DriverLevels.of(effective()).getProtocolCode();
  }

  @Override
  public String name() {
    return effective().name();
  }

  @Override
  public boolean isDcLocal() {
    return effective().isLocal();
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
