package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The place of a statement that is prepared with one level. After each attempt that fails the next
 * one waits twice as long, from a second to about a minute. Thread-safe.
 */
final class LevelStatement {
  private static final int MOST_DOUBLINGS = 6;

  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile @Nullable PreparedStatement ready;
  private volatile @Nullable PreparedStatement outdated;
  private volatile int failures;
  private volatile long notBeforeNanos;

  /** The statement, or null for none yet. */
  @Nullable PreparedStatement ready() {
    return ready;
  }

  /** Whether to attempt to prepare it now; the caller, to which it says so, does. */
  boolean begin(long nowNanos) {
    return (failures == 0 || nowNanos - notBeforeNanos >= 0) && underWay.compareAndSet(false, true);
  }

  /** It is prepared. */
  void ready(PreparedStatement prepared) {
    ready = prepared;
  }

  /** It is outdated, and to be prepared again when it is asked for. */
  void forget() {
    if (ready != null) {
      outdated = ready;
    }
    ready = null;
    failures = 0;
    underWay.set(false);
  }

  /** Whether it was forgotten; the driver may hand it out again for as long as it keeps it. */
  boolean isOutdated(PreparedStatement prepared) {
    return prepared == outdated;
  }

  /** The attempt that was begun failed. */
  void failed(long nowNanos) {
    int before = failures;
    notBeforeNanos = nowNanos + TimeUnit.SECONDS.toNanos(1L << Math.min(before, MOST_DOUBLINGS));
    failures = before + 1;
    underWay.set(false);
  }
}
