package org.quorate.cassandra.control;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.quorate.core.level.Level;

/**
 * Counts the replica reads that a table's added reads have asked for. Each read counts as many as
 * its level did when it was first seen here, so that none of the sums goes back when the table has
 * fewer replicas. Thread-safe.
 */
final class AddedReads {
  private final Map<AddedRead, Map<Level, Long>> seen = new EnumMap<>(AddedRead.class);
  private final Map<AddedRead, Long> sums = new EnumMap<>(AddedRead.class);

  /**
   * Takes in the reads so far, by level.
   *
   * @param replicas that a read at a level asks for now
   * @return replica reads so far
   */
  synchronized Map<AddedRead, Long> counted(
      Map<Level, Long> paired,
      Map<Level, Long> reread,
      Map<Level, Long> measuring,
      ToIntFunction<Level> replicas) {
    count(AddedRead.PAIRED, paired, replicas);
    count(AddedRead.REREAD, reread, replicas);
    count(AddedRead.PROPAGATION, measuring, replicas);
    return new EnumMap<>(sums);
  }

  private void count(AddedRead why, Map<Level, Long> reads, ToIntFunction<Level> replicas) {
    Map<Level, Long> before = seen.computeIfAbsent(why, any -> new EnumMap<>(Level.class));
    sums.putIfAbsent(why, 0L);
    reads.forEach(
        (level, now) -> {
          long added = now - before.getOrDefault(level, 0L);
          if (added > 0) {
            before.put(level, now);
            sums.merge(why, added * replicas.applyAsInt(level), Long::sum);
          }
        });
  }
}
