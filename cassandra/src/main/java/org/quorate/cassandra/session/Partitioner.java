package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether tokens can be computed here: of Cassandra's Murmur3Partitioner alone. It is looked up
 * once for each object of metadata that the driver makes. Thread-safe; allocates nothing while
 * these stay the same.
 */
final class Partitioner {
  private static final String MURMUR3 = "Murmur3Partitioner";

  private record Known(Metadata metadata, boolean isMurmur3) {}

  private final CqlSession session;
  private volatile @Nullable Known known;

  Partitioner(CqlSession session) {
    this.session = session;
  }

  /** Whether a partition's hash is its token; false while the driver does not know the ring. */
  @SuppressWarnings("ReferenceEquality") // The driver makes another for each change.
  boolean isMurmur3() {
    Metadata metadata = session.getMetadata();
    Known now = known;
    if (now == null || now.metadata != metadata) {
      now =
          new Known(
              metadata,
              metadata
                  .getTokenMap()
                  .map(TokenMap::getPartitionerName)
                  .filter(name -> name.endsWith(MURMUR3))
                  .isPresent());
      known = now;
    }
    return now.isMurmur3;
  }
}
