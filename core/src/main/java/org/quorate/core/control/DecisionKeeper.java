package org.quorate.core.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/**
 * When a decision takes effect. A stronger level does at once; a weaker one when every decision of
 * the last window would have done with it: in effect are the strongest level and all raises that
 * were decided in the window, though nothing was known for a part of it. The first decision, or the
 * first in a whole window, has nothing to wait for. Nothing is in effect when the newest decision
 * is older than it may be.
 *
 * <p>Holds {@value #MOST} decisions at most; where there would be more, the oldest two count as one
 * that asks for what either asked. Pure: times are handed in, in nanoseconds of one clock. Not
 * thread-safe.
 */
final class DecisionKeeper {
  static final int MOST = 64;

  private record Decided(long atNanos, Decision decision) {}

  private final long windowNanos;
  private final long staleAfterNanos;

  /** From the oldest to the newest, without those that a newer one asks at least as much as. */
  private final ArrayDeque<Decided> decisions = new ArrayDeque<>();

  private boolean isStale = true;

  /**
   * @param staleAfter how old the newest decision may be
   */
  DecisionKeeper(Duration window, Duration staleAfter) {
    this.windowNanos = window.toNanos();
    this.staleAfterNanos = staleAfter.toNanos();
  }

  /**
   * Takes a decision in.
   *
   * @param atNanos when what it rests on was seen; not before that of the decision before
   * @param strength replicas that a level needs
   */
  void decided(long atNanos, Decision decision, ToIntFunction<Level> strength) {
    decisions.removeIf(before -> asksAsMuch(decision, before.decision, strength));
    decisions.addLast(new Decided(atNanos, decision));
    isStale = false;
    if (decisions.size() > MOST) {
      Decided oldest = decisions.removeFirst();
      Decided next = decisions.removeFirst();
      decisions.addFirst(new Decided(next.atNanos, next.decision.and(oldest.decision, strength)));
    }
  }

  /** The decision in effect, or empty where nothing recent is known. */
  Optional<Decision> at(long nowNanos, ToIntFunction<Level> strength) {
    isStale |= decisions.isEmpty() || nowNanos - decisions.getLast().atNanos > staleAfterNanos;
    if (isStale) {
      return Optional.empty();
    }
    while (decisions.size() > 1 && nowNanos - decisions.getFirst().atNanos > windowNanos) {
      decisions.removeFirst();
    }
    return decisions.stream()
        .map(Decided::decision)
        .reduce((older, newer) -> newer.and(older, strength));
  }

  /** Forgets everything, as after a change of the cluster. */
  void clear() {
    decisions.clear();
    isStale = true;
  }

  private static boolean asksAsMuch(Decision newer, Decision older, ToIntFunction<Level> strength) {
    Decision both = newer.and(older, strength);
    return both.level() == newer.level()
        && both.raises().equals(newer.and(newer, strength).raises());
  }
}
