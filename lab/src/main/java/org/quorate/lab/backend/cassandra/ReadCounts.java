package org.quorate.lab.backend.cassandra;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.quorate.core.level.Level;

/** How many reads of a run were sent at each level. Thread-safe. */
final class ReadCounts {
  private final Map<Level, LongAdder> reads = new EnumMap<>(Level.class);

  ReadCounts() {
    for (Level level : Level.values()) {
      reads.put(level, new LongAdder());
    }
  }

  /** A read is sent. */
  void sent(Level level) {
    LongAdder count = reads.get(level);
    if (count != null) {
      count.increment();
    }
  }

  /** Begins anew. */
  void reset() {
    reads.values().forEach(LongAdder::reset);
  }

  /** The share of each level that was sent, 0 to 1, by its name. */
  Map<String, Double> shares() {
    long total = reads.values().stream().mapToLong(LongAdder::sum).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    reads.forEach(
        (level, count) -> {
          if (count.sum() > 0) {
            shares.put(level.name(), count.sum() / (double) total);
          }
        });
    return shares;
  }
}
