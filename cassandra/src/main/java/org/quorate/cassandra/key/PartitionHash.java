package org.quorate.cassandra.key;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number for the partition of a statement: its token, where the cluster has Cassandra's
 * Murmur3Partitioner; with another partitioner still the same number for the same key. Stateless.
 */
public final class PartitionHash {
  private PartitionHash() {}

  /**
   * Of a bound statement, by its values, whatever routing key the application has set; allocates
   * nothing.
   *
   * @return {@link Murmur3Token#UNKNOWN} where its markers do not have the whole key
   */
  public static long of(BoundStatement statement) {
    List<Integer> columns = statement.getPreparedStatement().getPartitionKeyIndices();
    int count = columns.size();
    for (int i = 0; i < count; i++) {
      int column = columns.get(i);
      if (!statement.isSet(column) || statement.getBytesUnsafe(column) == null) {
        return Murmur3Token.UNKNOWN;
      }
    }
    if (count == 1) {
      return of(statement.getBytesUnsafe(columns.get(0)));
    }
    return count == 0 ? Murmur3Token.UNKNOWN : Murmur3Token.of(statement, columns);
  }

  /** Of a partition key as it is sent; {@link Murmur3Token#UNKNOWN} for none. */
  public static long of(@Nullable ByteBuffer key) {
    return key == null || !key.hasRemaining() ? Murmur3Token.UNKNOWN : Murmur3Token.of(key);
  }
}
