package org.quorate.hbase.deferral;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.BoundEvent;

/**
 * Whether the bound is kept. It begins to be missed with the first write that is late, pending or
 * not, and is kept again when none has been late for as long as the bound, ten seconds at least, so
 * that an outage is told twice and not once for each write. Not thread-safe; time is handed in.
 */
final class BoundWatch {
  private static final long LEAST_CALM = TimeUnit.SECONDS.toNanos(10);

  private final long calm;
  private boolean missing;
  private long since;
  private long lateAt;

  /** Misses so far, and before the bound began to be missed. */
  private long misses;

  private long missesBefore;

  /**
   * @param bound in nanoseconds
   */
  BoundWatch(long bound) {
    this.calm = Math.max(bound, LEAST_CALM);
  }

  /**
   * Looks at what there is now.
   *
   * @param age of pending writes
   * @param missed writes that were acknowledged or given up too late, since the start; one that is
   *     refused at once is no sign of an outage
   * @return what is to be told, or null
   */
  @Nullable BoundEvent look(long now, PendingAge age, long missed) {
    boolean late = age.overdue() > 0 || missed > misses;
    if (late) {
      lateAt = now;
    }
    BoundEvent event = null;
    if (late && !missing) {
      missing = true;
      since = now;
      missesBefore = misses;
      event = event(false, age, missed, 0);
    } else if (missing && now - lateAt >= calm) {
      missing = false;
      event = event(true, age, missed, lateAt - since);
    }
    misses = missed;
    return event;
  }

  private BoundEvent event(boolean kept, PendingAge age, long missed, long lasted) {
    return new BoundEvent(
        kept,
        age.overdue(),
        milliseconds(age.oldest()),
        missed - missesBefore,
        milliseconds(lasted));
  }

  /** Short enough for people. */
  private static Duration milliseconds(long nanos) {
    return Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(nanos));
  }
}
