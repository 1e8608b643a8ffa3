package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/**
 * When a decision takes effect. A stronger level does at once; a weaker one when every decision of
 * the last window would have done with it: the level in effect is the strongest that was decided in
 * the window. Nothing is in effect when the newest decision is older than it may be.
 *
 * <p>Holds one decision for each level at most. Pure: times are handed in, in nanoseconds of one
 * clock. Not thread-safe.
 */
final class LevelKeeper {
  private record Decided(long atNanos, Decision decision, int strength) {}

  private final long windowNanos;
  private final long staleAfterNanos;

  /** From the oldest and strongest to the newest and weakest. */
  private final ArrayDeque<Decided> decisions = new ArrayDeque<>();

  private boolean anything;
  private long newest;

  /**
   * @param staleAfter how old the newest decision may be
   */
  LevelKeeper(Duration window, Duration staleAfter) {
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
    int needed = strength.applyAsInt(decision.level());
    while (!decisions.isEmpty() && decisions.peekLast().strength <= needed) {
      decisions.removeLast();
    }
    decisions.addLast(new Decided(atNanos, decision, needed));
    anything = true;
    newest = atNanos;
  }

  /** The decision in effect, or empty where nothing recent is known. */
  Optional<Decision> at(long nowNanos) {
    if (!anything || nowNanos - newest > staleAfterNanos) {
      decisions.clear();
      anything = false;
      return Optional.empty();
    }
    while (decisions.size() > 1 && nowNanos - decisions.peekFirst().atNanos > windowNanos) {
      decisions.removeFirst();
    }
    return Optional.of(decisions.getFirst().decision);
  }

  /** Forgets everything, as after a change of the cluster. */
  void clear() {
    decisions.clear();
    anything = false;
  }
}
