package org.quorate.cassandra.event;

import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells events to listeners, at most one of each kind and table in every period; further ones are
 * counted and told with the next. A listener that throws is logged and keeps no other from hearing.
 * Thread-safe.
 */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private record Key(Kind kind, @Nullable TableName table) {}

  private record Told(long atNanos, long heldBack) {}

  private final List<LevelListener> listeners;
  private final long periodNanos;
  private final LongSupplier nanoTime;
  private final InstantSource wallClock;
  private final Map<Key, Told> told = new ConcurrentHashMap<>();
  private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);

  /**
   * @param period the least time between two events of one kind and table
   */
  public Events(
      List<LevelListener> listeners,
      Duration period,
      LongSupplier nanoTime,
      InstantSource wallClock) {
    this.listeners = List.copyOf(listeners);
    this.periodNanos = period.toNanos();
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
    for (Kind kind : Kind.values()) {
      counts.put(kind, new LongAdder());
    }
  }

  /** How many events of a kind there were, those that were held back among them. */
  public long count(Kind kind) {
    return Objects.requireNonNull(counts.get(kind)).sum();
  }

  /** Tells it, or holds it back. */
  public void tell(
      Kind kind,
      @Nullable TableName table,
      @Nullable Level from,
      @Nullable Level to,
      String reason) {
    Objects.requireNonNull(counts.get(kind)).increment();
    long now = nanoTime.getAsLong();
    long[] heldBack = {-1};
    told.compute(
        new Key(kind, table),
        (key, last) -> {
          if (last != null && now - last.atNanos < periodNanos) {
            heldBack[0] = -1;
            return new Told(last.atNanos, last.heldBack + 1);
          }
          heldBack[0] = last == null ? 0 : last.heldBack;
          return new Told(now, 0);
        });
    if (heldBack[0] < 0) {
      return;
    }
    LevelEvent event =
        new LevelEvent(wallClock.instant(), kind, table, from, to, reason, heldBack[0]);
    for (LevelListener listener : listeners) {
      try {
        listener.heard(event);
      } catch (RuntimeException e) {
        LOG.warn("A listener failed on the event \"{}\".", event, e);
      }
    }
  }
}
