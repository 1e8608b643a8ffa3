package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Where on the ring the partition of a statement is. Stateless. */
final class RoutingToken {
  private RoutingToken() {}

  /**
   * The token of a statement's partition; empty where the driver does not know its key, or the
   * partitioner's tokens are no numbers of 64 bits.
   */
  static OptionalLong of(Statement<?> statement, Metadata metadata) {
    TokenMap ring = metadata.getTokenMap().orElse(null);
    if (ring == null) {
      return OptionalLong.empty();
    }
    @Nullable Token token = statement.getRoutingToken();
    @Nullable ByteBuffer key = statement.getRoutingKey();
    if (token == null && key != null) {
      token = ring.newToken(key);
    }
    try {
      return token == null
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(ring.format(token)));
    } catch (NumberFormatException ofAnotherPartitioner) {
      return OptionalLong.empty();
    }
  }
}
