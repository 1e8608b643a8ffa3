package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * How many point reads this library has sent itself, to learn what it has to know, by table and
 * level. Servers count them as any client's: without taking them away, measuring the propagation
 * time of a quiet table would make it look busy. Immutable.
 */
public final class OwnReads {
  /** None. */
  public static final OwnReads NONE = new OwnReads(Map.of());

  private record Kind(TableName table, Level level) {}

  private final Map<Kind, Long> counts;

  private OwnReads(Map<Kind, Long> counts) {
    this.counts = counts;
  }

  /** These and others. */
  public OwnReads plus(OwnReads others) {
    return with(others, 1);
  }

  /** Those of these that were not among the earlier ones. */
  public OwnReads since(OwnReads earlier) {
    return with(earlier, -1);
  }

  private OwnReads with(OwnReads others, int sign) {
    Map<Kind, Long> sums = new HashMap<>(counts);
    others.counts.forEach((kind, count) -> sums.merge(kind, sign * count, Long::sum));
    return new OwnReads(sums);
  }

  /** Those of one table, by level. */
  public Map<Level, Long> of(TableName table) {
    return byLevel(kind -> kind.table().equals(table));
  }

  /** Those of all tables, by level. */
  public Map<Level, Long> ofAllTables() {
    return byLevel(any -> true);
  }

  private Map<Level, Long> byLevel(Predicate<Kind> counted) {
    Map<Level, Long> reads = new EnumMap<>(Level.class);
    counts.forEach(
        (kind, count) -> {
          if (counted.test(kind)) {
            reads.merge(kind.level(), count, Long::sum);
          }
        });
    return reads;
  }

  /** Counts them as they end. Thread-safe. */
  public static final class Counter {
    private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

    /** A read of a table has ended, whether well or not. */
    public void ended(TableName table, ConsistencyLevel level) {
      DriverLevels.toLevel(level.name())
          .map(known -> new Kind(table, known))
          .ifPresent(kind -> counts.computeIfAbsent(kind, any -> new LongAdder()).increment());
    }

    /** Those that have ended so far. */
    public OwnReads soFar() {
      return new OwnReads(
          counts.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().sum())));
    }
  }
}
