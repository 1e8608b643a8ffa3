package org.quorate.cassandra.observe;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a table is like that bears on the levels it can be read at.
 *
 * @param counters whether it has counters, whose cells cannot be compared by their timestamps
 * @param conditionalWrites whether there were conditional writes of it since the servers' start, as
 *     these counted; null where the source does not know
 * @param partitions how many it has, as the servers estimate from what is on disk; empty where that
 *     is not known, or not asked, since the number of keys was stated
 */
public record TableTraits(
    boolean counters, @Nullable Boolean conditionalWrites, OptionalLong partitions) {
  /** Nothing is known that would bear on them. */
  public static final TableTraits UNKNOWN = new TableTraits(false, null, OptionalLong.empty());
}
