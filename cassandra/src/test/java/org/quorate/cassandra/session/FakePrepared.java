package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultPreparedStatement;
import com.datastax.oss.driver.internal.core.cql.EmptyColumnDefinitions;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Prepared statements that no server has seen. */
public final class FakePrepared {
  private FakePrepared() {}

  /**
   * A statement without a result, and of no settings but a level.
   *
   * @param key which of the columns make the partition key, in its order
   * @param level of what is bound; null for the profile's own
   */
  public static PreparedStatement of(
      ByteBuffer id,
      String query,
      List<ColumnDefinition> columns,
      List<Integer> key,
      ConsistencyLevel level,
      CodecRegistry codecs,
      ProtocolVersion version) {
    return new DefaultPreparedStatement(
        id,
        query,
        DefaultColumnDefinitions.valueOf(columns),
        key,
        null,
        EmptyColumnDefinitions.INSTANCE,
        null,
        Map.of(),
        null,
        null,
        null,
        null,
        null,
        Map.of(),
        null,
        null,
        null,
        Integer.MIN_VALUE,
        level,
        null,
        false,
        codecs,
        version);
  }
}
