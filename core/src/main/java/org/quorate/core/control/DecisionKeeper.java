package org.quorate.core.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;

/**
 * When a decision takes effect. A stronger level does at once; a weaker one when every decision of
 * the last window would have done with it: in effect are the strongest level and all raises that
 * were decided in the window, though nothing was known for a part of it. The first decision, or the
 * first in a whole window, has nothing to wait for. Nothing is in effect when the newest decision
 * is older than it may be.
 *
 * <p>Decisions within a part of the window, one of {@value #PARTS}, count as one that asks for what
 * any of them asked: so a weaker level may wait that much longer, and fewer than three times as
 * many are held, however long the window is. Pure: times are handed in, in nanoseconds of one
 * clock. Not thread-safe.
 */
final class DecisionKeeper {
  static final int PARTS = 64;

  /**
   * What was decided from one instant to another.
   *
   * @param sinceNanos of the first decision
   * @param atNanos of the last
   */
  private record Decided(long sinceNanos, long atNanos, Decision decision) {}

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
    List<Raise> raises = decision.and(decision, strength).raises();
    decisions.removeIf(
        before ->
            atNanos - before.atNanos > windowNanos
                || asksAsMuch(decision, raises, before.decision, strength));
    isStale = false;
    Decided last = decisions.peekLast();
    if (last == null || atNanos - last.sinceNanos >= windowNanos / PARTS) {
      decisions.addLast(new Decided(atNanos, atNanos, decision));
    } else {
      decisions.removeLast();
      decisions.addLast(
          new Decided(last.sinceNanos, atNanos, decision.and(last.decision, strength)));
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

  /**
   * @param raises of the newer decision, as few as there can be
   */
  private static boolean asksAsMuch(
      Decision newer, List<Raise> raises, Decision older, ToIntFunction<Level> strength) {
    Decision both = newer.and(older, strength);
    return both.level() == newer.level() && both.raises().equals(raises);
  }
}
