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
 * Tells events to listeners, at most one of each kind and table in every period. Of further ones
 * the last is told when the period is over, with the number of the others, so that who listens is
 * not left with what is no longer true. A listener that throws is logged and keeps no other from
 * hearing. Thread-safe.
 */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private record Key(Kind kind, @Nullable TableName table) {}

  /**
   * @param heldBack events since the one that was told
   * @param last of these, or null while there are none
   */
  private record Told(long atNanos, long heldBack, @Nullable LevelEvent last) {}

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
    LevelEvent event = new LevelEvent(wallClock.instant(), kind, table, from, to, reason, 0);
    long now = nanoTime.getAsLong();
    long[] heldBack = {-1};
    told.compute(
        new Key(kind, table),
        (key, before) -> {
          if (before != null && now - before.atNanos < periodNanos) {
            heldBack[0] = -1;
            return new Told(before.atNanos, before.heldBack + 1, event);
          }
          heldBack[0] = before == null ? 0 : before.heldBack;
          return new Told(now, 0, null);
        });
    if (heldBack[0] >= 0) {
      tell(event, heldBack[0]);
    }
  }

  /** Tells what was held back and may be told by now; to be called from time to time. */
  public void tellLate() {
    long now = nanoTime.getAsLong();
    for (Key key : told.keySet()) {
      Told[] due = new Told[1];
      told.computeIfPresent(
          key,
          (same, before) -> {
            boolean over = before.last != null && now - before.atNanos >= periodNanos;
            due[0] = over ? before : null;
            return over ? new Told(now, 0, null) : before;
          });
      if (due[0] != null && due[0].last != null) {
        tell(due[0].last, due[0].heldBack - 1);
      }
    }
  }

  private void tell(LevelEvent held, long heldBack) {
    LevelEvent event =
        new LevelEvent(
            held.at(), held.kind(), held.table(), held.from(), held.to(), held.reason(), heldBack);
    for (LevelListener listener : listeners) {
      try {
        listener.heard(event);
      } catch (Throwable e) {
        // Also an error of a listener must not end what tells of levels.
        LOG.warn("A listener failed on the event \"{}\".", event, e);
      }
    }
  }
}
