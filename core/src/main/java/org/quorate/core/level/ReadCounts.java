package org.quorate.core.level;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many reads were sent at each level. Thread-safe; counting allocates nothing. */
public final class ReadCounts {
  private final Map<Level, LongAdder> reads = new EnumMap<>(Level.class);

  /** None so far. */
  public ReadCounts() {
    for (Level level : Level.values()) {
      reads.put(level, new LongAdder());
    }
  }

  /** A read is sent. */
  public void sent(Level level) {
    LongAdder count = reads.get(level);
    if (count != null) {
      count.increment();
    }
  }

  /** Begins anew. */
  public void reset() {
    reads.values().forEach(LongAdder::reset);
  }

  /** Reads of each level that any was sent at. */
  public Map<Level, Long> counts() {
    Map<Level, Long> counts = new EnumMap<>(Level.class);
    reads.forEach(
        (level, count) -> {
          if (count.sum() > 0) {
            counts.put(level, count.sum());
          }
        });
    return counts;
  }

  /** The share of each level that was sent, 0 to 1, by its name. */
  public Map<String, Double> shares() {
    Map<Level, Long> counts = counts();
    double total = counts.values().stream().mapToLong(Long::longValue).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    counts.forEach((level, count) -> shares.put(level.name(), count / total));
    return shares;
  }
}
