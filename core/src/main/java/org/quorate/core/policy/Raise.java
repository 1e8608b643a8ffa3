package org.quorate.core.policy;

import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.KeyPlace;

/** Reads that a decision sends at another, stronger level than the table's others. Immutable. */
public sealed interface Raise {
  /** The level of those reads. */
  Level level();

  /** The same reads at another level. */
  Raise at(Level changed);

  /**
   * Whether a read is one of them.
   *
   * @param token of its partition
   * @param nanosSinceOwnWrite since this process's newest write of the row completed, or {@link
   *     Decision#NEVER_WRITTEN}
   * @param place of its key among all, of {@link KeyPlace}
   */
  boolean holds(long token, long nanosSinceOwnWrite, int place);

  /** As of {@link #holds(long, long, int)}, of a key whose class is not known: it may be any. */
  default boolean holds(long token, long nanosSinceOwnWrite) {
    return holds(token, nanosSinceOwnWrite, KeyPlace.UNKNOWN);
  }

  /**
   * Reads of rows that this process has written lately.
   *
   * @param withinNanos since the write's completion, above 0
   */
  record RecentlyWritten(long withinNanos, Level level) implements Raise {
    /**
     * @throws IllegalArgumentException if the time is not above 0
     */
    public RecentlyWritten {
      if (withinNanos <= 0) {
        throw new IllegalArgumentException(
            "A write is recent for a time above 0, but for " + withinNanos + " ns.");
      }
    }

    @Override
    public Raise at(Level changed) {
      return new RecentlyWritten(withinNanos, changed);
    }

    @Override
    public boolean holds(long token, long nanosSinceOwnWrite, int place) {
      return nanosSinceOwnWrite >= 0 && nanosSinceOwnWrite < withinNanos;
    }
  }

  /**
   * Reads of partitions of one range of the ring, as where a replica has come back and lacks
   * writes. A range whose end is not above its start wraps around, as the server's ranges do.
   *
   * @param after token before the first of the range
   * @param last token of the range
   */
  record TokenRange(long after, long last, Level level) implements Raise {
    @Override
    public Raise at(Level changed) {
      return new TokenRange(after, last, changed);
    }

    @Override
    public boolean holds(long token, long nanosSinceOwnWrite, int place) {
      return range().contains(token);
    }

    /** The range. */
    public KeyRange range() {
      return new KeyRange(after, last);
    }

    /** The raise of a range. */
    public static TokenRange of(KeyRange range, Level level) {
      return new TokenRange(range.after(), range.last(), level);
    }
  }

  /**
   * Reads of a class of keys, or of some keys of it: those with the first so many draws. Which
   * these are is the same for an epoch, so that reads that are repeated agree; and with a greater
   * share they are the same ones and more. Those of which nothing is known are among them.
   *
   * @param keyClass 0 to {@link KeyPlace#CLASSES} - 1
   * @param draws 1 to {@link KeyPlace#DRAWS}, which is all
   */
  record OfClass(int keyClass, int draws, Level level) implements Raise {
    /**
     * @throws IllegalArgumentException if there is no such class or share
     */
    public OfClass {
      if (keyClass < 0 || keyClass >= KeyPlace.CLASSES) {
        throw new IllegalArgumentException("There is no class " + keyClass + " of keys.");
      }
      if (draws < 1 || draws > KeyPlace.DRAWS) {
        throw new IllegalArgumentException(
            "Of " + KeyPlace.DRAWS + " draws, " + draws + " cannot be raised.");
      }
    }

    @Override
    public Raise at(Level changed) {
      return new OfClass(keyClass, draws, changed);
    }

    @Override
    public boolean holds(long token, long nanosSinceOwnWrite, int place) {
      return place == KeyPlace.UNKNOWN
          || (KeyPlace.keyClass(place) == keyClass && KeyPlace.draw(place) < draws);
    }

    /** The share of the class's keys, 0 to 1. */
    public double share() {
      return (double) draws / KeyPlace.DRAWS;
    }
  }
}
