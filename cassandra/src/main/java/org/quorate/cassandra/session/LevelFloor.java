package org.quorate.cassandra.session;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * What promises to the application ask of a single read, whatever the table's policy says: asked
 * for each read of a table that is opted in, on the application's thread, just before it is sent.
 * To be thread-safe, without a lock or an allocation.
 */
@FunctionalInterface
public interface LevelFloor {
  /**
   * The weakest level at which a read may be sent.
   *
   * @param hash of the partition: its token in a cluster with the Murmur3Partitioner; {@link
   *     org.quorate.cassandra.key.Murmur3Token#UNKNOWN} where it is not known
   * @param slot of the partition in the table's {@link org.quorate.cassandra.recency.TableMemory}
   * @return null where nothing was promised, so that the policy's level will do
   */
  @Nullable Level of(TableName table, long hash, int slot);
}
