package org.quorate.cassandra.guarantee;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * On whose behalf a request is sent: who is promised something of its reads. Asked and told on the
 * application's thread, just before a request is sent. Thread-safe, without a lock.
 */
public interface Client {
  /**
   * The weakest level at which a read may be sent.
   *
   * @param hash of the partition, of the same key always the same; {@code Long.MIN_VALUE} for one
   *     that is not known
   * @param nanosSinceOwnWrite since this process's newest write of the partition, below 0 for none
   * @return null where nothing was promised, so that the policy's level will do
   */
  @Nullable Level floor(TableName table, long hash, long nanosSinceOwnWrite);

  /** A read is sent, or was answered at another level than was told when it was sent. */
  void read(TableName table, long hash, Level level);

  /**
   * A write is sent, or was acknowledged at another level than was told when it was sent.
   *
   * @param level at which; null for none of plain writes
   */
  void written(TableName table, long hash, @Nullable Level level);

  /** Whether writes get their timestamps from here, and not from the driver alone. */
  boolean isOrderingWrites();

  /**
   * The timestamp of a write that is about to be sent and has none of its own.
   *
   * @param proposed by the driver's clock, microseconds
   * @return after that of every write that the client has sent before
   */
  long timestamp(long proposed);
}
