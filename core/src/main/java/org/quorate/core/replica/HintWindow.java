package org.quorate.core.replica;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Since when servers count the hint window of one replica: once it is over they write no hints for
 * it, until it is back. They count from when it went; those that keep a hint for it from the oldest
 * one, where that is older (Cassandra 4.1 and later, {@code hint_window_persistent_enabled}). One
 * that is down itself writes none, and counts from its oldest when it is up again.
 *
 * <p>How long it was away before anybody looked is not known, and counts for nothing. Nor do
 * servers count that cannot be asked what they keep, of one of which nothing was known yet. Not
 * thread-safe.
 */
final class HintWindow {
  private boolean gone;
  private long goneNanos;
  private long keptNanos;

  /** One that was over while it was away, whatever servers were set to afterwards. */
  private @Nullable Duration over;

  HintWindow(long nowNanos) {
    keptNanos = nowNanos;
  }

  /** It lacks nothing until now, as far as is known, so no hint for it is older. */
  void whole(long now) {
    gone = false;
    keptNanos = now;
  }

  /**
   * No server that is up keeps a hint for it that matters. That none is seen while it is away says
   * nothing: perhaps none is written any more.
   */
  void noneKept(long now) {
    if (!gone) {
      keptNanos = now;
    }
  }

  /** A server is up again, which may keep hints for it of this instant. */
  void mayBeKeptSince(long nanos) {
    keptNanos = earlier(keptNanos, nanos);
  }

  /** Servers hold it for down since an instant, or soon will. */
  void went(long nanos) {
    over = gone ? over : null;
    goneNanos = gone ? earlier(goneNanos, nanos) : nanos;
    keptNanos = earlier(keptNanos, nanos);
    gone = true;
  }

  /** Servers are set to this window now. */
  void set(Duration window, long now) {
    if (gone && over == null && now - keptNanos > window.toNanos()) {
      over = window;
    }
  }

  private static long earlier(long nanos, long others) {
    return nanos - others < 0 ? nanos : others;
  }

  /**
   * It is back.
   *
   * @param setNow how long it may be away until no more hints are written for it
   * @return why no hint will bring what it lacks, one sentence; empty where hints do
   */
  String back(long now, Duration setNow) {
    set(setNow, now);
    Duration window = gone ? over : null;
    gone = false;
    if (window == null) {
      return "";
    }
    boolean wasLong = now - goneNanos > window.toNanos();
    return "It was away "
        + (wasLong ? "" : "while hints for it had waited ")
        + "for longer than the hint window of "
        + window.toMinutes()
        + " minutes: until it is repaired.";
  }
}
