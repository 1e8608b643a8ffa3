package org.quorate.cassandra.control;

import java.util.Locale;
import java.util.OptionalDouble;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * What a read of a table costs at one level. Immutable.
 *
 * @param level of the read
 * @param replicas that it waits for, wherever they are
 * @param meanMillis how long reads took that this process sent at the level and timed, on average
 *     since it began: those of pairs, and those beside which a pair was sent; empty where there
 *     were none
 * @param timed reads that the mean is of
 */
public record LevelCost(Level level, int replicas, OptionalDouble meanMillis, long timed) {
  /** The cost of a level, as far as this process knows it. */
  public static LevelCost of(Level level, ReadLevels levels, TableMemory memory) {
    return new LevelCost(
        level,
        levels.replicas(level),
        memory.times().meanMillis(level),
        memory.times().reads(level));
  }

  /** For people, such as {@code QUORUM: 2 replica reads, 3.4 ms}. */
  @Override
  public String toString() {
    return level
        + ": "
        + replicas
        + (replicas == 1 ? " replica read, " : " replica reads, ")
        + (meanMillis.isPresent()
            ? String.format(Locale.ROOT, "%.1f ms", meanMillis.getAsDouble())
            : "time unknown");
  }
}
