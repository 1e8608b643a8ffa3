package org.quorate.cassandra.observe;

import org.jspecify.annotations.Nullable;

/**
 * What a table is like that bears on the levels it can be read at.
 *
 * @param counters whether it has counters, whose cells cannot be compared by their timestamps
 * @param conditionalWrites whether there were conditional writes of it since the servers' start, as
 *     these counted; null where the source does not know
 */
public record TableTraits(boolean counters, @Nullable Boolean conditionalWrites) {
  /** Nothing is known that would bear on them. */
  public static final TableTraits UNKNOWN = new TableTraits(false, null);
}
