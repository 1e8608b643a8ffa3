package org.quorate.cassandra.recency;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import org.quorate.core.level.Level;

/**
 * How long reads took that this process sent to a table at each level and timed: those of pairs,
 * and those beside which pairs were sent. Sums since the process began. Thread-safe.
 */
public final class LevelTimes {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<Level, LongAdder> reads = new EnumMap<>(Level.class);
  private final Map<Level, LongAdder> nanos = new EnumMap<>(Level.class);

  LevelTimes() {
    for (Level level : Level.values()) {
      reads.put(level, new LongAdder());
      nanos.put(level, new LongAdder());
    }
  }

  /** A read at a level was answered. */
  public void add(Level level, long tookNanos) {
    of(nanos, level).add(tookNanos);
    of(reads, level).increment();
  }

  /** Reads at a level that were timed. */
  public long reads(Level level) {
    return of(reads, level).sum();
  }

  /** Their mean in milliseconds; empty where there were none. */
  public OptionalDouble meanMillis(Level level) {
    long timed = reads(level);
    return timed == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(of(nanos, level).sum() / NANOS_PER_MILLI / timed);
  }

  private static LongAdder of(Map<Level, LongAdder> sums, Level level) {
    return Objects.requireNonNull(sums.get(level));
  }
}
