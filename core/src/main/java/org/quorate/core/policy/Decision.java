package org.quorate.core.policy;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.Estimate;

/**
 * The read level that a policy chose, and why. Immutable.
 *
 * @param level for reads from now on, but for those below
 * @param raises of reads that need a stronger level; mostly none
 * @param reason one sentence for people, with the numbers that decided
 * @param estimate of the stale-read rate at ONE that the decision rests on, where there is one
 */
public record Decision(
    Level level, List<Raise> raises, String reason, Optional<Estimate> estimate) {
  /** What is told of a read whose row this process has not written, as far as it remembers. */
  public static final long NEVER_WRITTEN = RecentWrites.NEVER_WRITTEN;

  public Decision {
    raises = List.copyOf(raises);
  }

  /** One level for every read, on no estimate. */
  public static Decision of(Level level, String reason) {
    return new Decision(level, List.of(), reason, Optional.empty());
  }

  /**
   * The level of one read: the strongest of the decision's level and of the raises that hold for
   * it. Allocates nothing.
   *
   * @param token of its partition
   * @param nanosSinceOwnWrite since this process's newest write of the row completed, or {@link
   *     #NEVER_WRITTEN}
   * @param place of its key among all, of {@link KeyPlace}
   * @param strength replicas that a level needs
   */
  public Level levelOf(
      long token, long nanosSinceOwnWrite, int place, ToIntFunction<Level> strength) {
    Level strongest = level;
    for (int i = 0; i < raises.size(); i++) {
      Raise raise = raises.get(i);
      if (raise.holds(token, nanosSinceOwnWrite, place)
          && strength.applyAsInt(raise.level()) > strength.applyAsInt(strongest)) {
        strongest = raise.level();
      }
    }
    return strongest;
  }

  /** The level of a read of a key whose class is not known: it may be any. */
  public Level levelOf(long token, long nanosSinceOwnWrite, ToIntFunction<Level> strength) {
    return levelOf(token, nanosSinceOwnWrite, KeyPlace.UNKNOWN, strength);
  }

  /**
   * What either of two decisions asks, for the reason of the one that asks for the stronger level
   * of most reads, or of this one.
   *
   * @param strength replicas that a level needs
   */
  public Decision and(Decision other, ToIntFunction<Level> strength) {
    Decision stronger =
        strength.applyAsInt(other.level) > strength.applyAsInt(level) ? other : this;
    return new Decision(
        stronger.level,
        Raises.united(
            Stream.concat(raises.stream(), other.raises.stream()), stronger.level, strength),
        stronger.reason,
        stronger.estimate);
  }

  /**
   * The same decision, and reads of ranges whose replicas may lack writes at a stronger level.
   *
   * @param ranges mostly none
   */
  Decision raising(List<KeyRange> ranges, Level stronger) {
    if (ranges.isEmpty()) {
      return this;
    }
    String many = ranges.size() == 1 ? "one range" : ranges.size() + " ranges";
    return new Decision(
        level,
        Stream.concat(
                raises.stream(), ranges.stream().map(range -> Raise.TokenRange.of(range, stronger)))
            .toList(),
        reason + " Reads of " + many + " of the ring whose replicas are behind are raised.",
        estimate);
  }

  /**
   * The same decision at other levels, as where some cannot be used.
   *
   * @param why one sentence, added to the reason
   */
  public Decision withLevels(UnaryOperator<Level> changed, String why) {
    return new Decision(
        changed.apply(level),
        raises.stream().map(raise -> raise.at(changed.apply(raise.level()))).toList(),
        reason + " " + why,
        estimate);
  }

  /** The longest time for which a read of a row is raised after a write, in nanoseconds, or 0. */
  public long windowNanos() {
    return raises.stream()
        .filter(Raise.RecentlyWritten.class::isInstance)
        .mapToLong(raise -> ((Raise.RecentlyWritten) raise).withinNanos())
        .max()
        .orElse(0);
  }

  /** Whether any read is raised for how often its key is asked for. */
  public boolean isByClass() {
    return raises.stream().anyMatch(Raise.OfClass.class::isInstance);
  }
}
