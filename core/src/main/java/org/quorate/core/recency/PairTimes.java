package org.quorate.core.recency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How long the strong reads of the last {@value #MOST} pairs waited for all replicas: by how much
 * each took longer than two weak ones, whose answer was the same. So what a replica takes to read,
 * which differs from one to the next, hardly counts, and what is left is waiting for the slowest.
 * Of pairs within a second one counts, since what holds one up holds up all, and none after {@link
 * #KEPT_FOR}. Where these are too few one more can be had, whatever the budget of pairs: a table of
 * few reads would else know of none for long. Times are handed in, in nanoseconds of one clock.
 * Thread-safe, without a lock.
 */
public final class PairTimes {
  /** So that the last do not say what the first did. */
  public static final int MOST = 16;

  /** As long as pairs count for half or more. */
  public static final Duration KEPT_FOR = Duration.ofMinutes(10);

  public static final Duration APART = Duration.ofSeconds(1);

  /** Doublings of that for as long as none is answered, as while a replica is down: a minute. */
  private static final int MOST_DOUBLINGS = 6;

  private record Took(long atNanos, long waitedNanos) {}

  private final AtomicReference<List<Took>> last = new AtomicReference<>(List.of());
  private final AtomicBoolean wanted = new AtomicBoolean();
  private boolean wasWanted;
  private long wantedAt;
  private int unanswered;

  /**
   * Both reads of a pair were answered, and alike.
   *
   * @param weakNanos how long the weak one took, at least 0
   * @param strongNanos how long the one took that waited for all replicas, at least 0
   */
  public void add(long weakNanos, long strongNanos, long nowNanos) {
    Took took = new Took(nowNanos, strongNanos - 2 * weakNanos);
    last.updateAndGet(before -> with(before, took));
  }

  private static List<Took> with(List<Took> before, Took took) {
    if (!before.isEmpty()
        && took.atNanos() - before.get(before.size() - 1).atNanos() < APART.toNanos()) {
      return before;
    }
    List<Took> all =
        new ArrayList<>(before.subList(Math.max(0, before.size() - MOST + 1), before.size()));
    all.add(took);
    return List.copyOf(all);
  }

  /**
   * Has one more pair sent for its time, unless one was wanted of late; for one thread.
   *
   * @param apart from the last one, at least; longer while none is answered
   * @return whether one is wanted anew
   */
  public boolean want(Duration apart, long nowNanos) {
    List<Took> known = Objects.requireNonNull(last.get());
    if (!known.isEmpty() && known.get(known.size() - 1).atNanos() - wantedAt >= 0) {
      unanswered = 0;
    }
    boolean isDue =
        !wasWanted || nowNanos - wantedAt >= apart.toNanos() << Math.max(0, unanswered - 1);
    if (isDue) {
      unanswered = Math.min(unanswered + 1, MOST_DOUBLINGS + 1);
      wasWanted = true;
      wantedAt = nowNanos;
      wanted.set(true);
    }
    return isDue;
  }

  /** Whether a pair is wanted for its time. */
  public boolean isWanted() {
    return wanted.get();
  }

  /** Whether a pair is to be sent beside this read for its time; says so once for each wanted. */
  public boolean takeWanted() {
    return wanted.compareAndSet(true, false);
  }

  /** Replicas are others now: what pairs took until now is forgotten; for one thread. */
  public void forget() {
    last.set(List.of());
    unanswered = 0;
  }

  /** What is known of the last pairs, in seconds, the newest last; below 0 where none waited. */
  public List<Double> seconds(long nowNanos) {
    return Objects.requireNonNull(last.get()).stream()
        .filter(each -> nowNanos - each.atNanos() <= KEPT_FOR.toNanos())
        .map(each -> each.waitedNanos() / 1e9)
        .toList();
  }
}
