package org.quorate.core.guarantee;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * The least levels of a client's reads of one table that keep its guarantees for certain, by what
 * the client has done with the key before. No level is above the ceiling; where the guarantees
 * cannot be had within it there is no plan, and {@link #objection} says why. Immutable.
 *
 * <p>For {@code monotonic-reads} the first read of a key is at the weakest level whose answer a
 * read at the ceiling meets for certain: at ONE where the ceiling is ALL, at a majority where it is
 * a majority.
 *
 * @param guarantees that it keeps
 * @param levels of the table
 * @param ceiling the strongest level that it may ask for
 * @param first of reads of keys that the client has not touched lately
 * @param afterWrite of reads of keys that it has written
 * @param afterRead of reads of keys that it has read at this level or above
 * @param afterWeakRead of reads of keys that it has read at a weaker level than {@code afterRead}
 * @param each what follows of each level
 */
public record GuaranteePlan(
    Set<Guarantee> guarantees,
    ReadLevels levels,
    Level ceiling,
    Level first,
    Level afterWrite,
    Level afterRead,
    Level afterWeakRead,
    EachLevel each) {
  public GuaranteePlan {
    guarantees = Set.copyOf(guarantees);
  }

  /**
   * What requests ask for, worked out once, so that they allocate nothing.
   *
   * @param replicas that a level needs
   * @param remembered levels of reads that leave {@link Trace#READ} behind
   * @param covered levels of writes that reads after own writes meet
   */
  record EachLevel(Map<Level, Integer> replicas, Set<Level> remembered, Set<Level> covered) {
    static EachLevel of(ReadLevels levels, Level afterWrite, Level afterRead) {
      EachLevel each =
          new EachLevel(
              new EnumMap<>(Level.class),
              EnumSet.noneOf(Level.class),
              EnumSet.of(levels.writeLevel()));
      for (Level level : Level.values()) {
        each.replicas.put(level, levels.replicas(level));
        if (meets(levels, level, afterRead)) {
          each.remembered.add(level);
        }
        if (meets(levels, level, afterWrite)) {
          each.covered.add(level);
        }
      }
      return each;
    }

    int replicasAt(Level level) {
      return replicas.getOrDefault(level, 0);
    }
  }

  /**
   * The cheapest plan.
   *
   * @param levels of the table, whose write level is that of every writer
   * @param ceiling the strongest level that reads may be sent at
   * @return empty where there is an {@link #objection}
   */
  public static Optional<GuaranteePlan> of(
      Set<Guarantee> guarantees, ReadLevels levels, Level ceiling) {
    if (objection(guarantees, levels, ceiling).isPresent()) {
      return Optional.empty();
    }
    Level weakest = levels.weakest();
    Level afterWrite =
        guarantees.contains(Guarantee.READ_YOUR_WRITES)
            ? within(levels.safe(), ceiling, levels)
            : weakest;
    if (!guarantees.contains(Guarantee.MONOTONIC_READS)) {
      return Optional.of(
          new GuaranteePlan(
              guarantees,
              levels,
              ceiling,
              weakest,
              afterWrite,
              weakest,
              weakest,
              EachLevel.of(levels, afterWrite, weakest)));
    }
    Level first =
        levels.all().stream()
            .filter(level -> meets(levels, level, ceiling))
            .min(Comparator.comparingInt(levels::replicas))
            .orElse(ceiling);
    Level afterRead = selfMeeting(levels, ceiling).orElse(ceiling);
    Level afterWeakRead = within(after(levels, first).safe(), ceiling, levels);
    return Optional.of(
        new GuaranteePlan(
            guarantees,
            levels,
            ceiling,
            first,
            afterWrite,
            afterRead,
            afterWeakRead,
            EachLevel.of(levels, afterWrite, afterRead)));
  }

  /** Why a table's guarantees cannot be had within the ceiling, one sentence; empty if they can. */
  public static Optional<String> objection(
      Set<Guarantee> guarantees, ReadLevels levels, Level ceiling) {
    if (guarantees.contains(Guarantee.READ_YOUR_WRITES) && !levels.meetsEveryWrite(ceiling)) {
      return Optional.of(
          "read-your-writes cannot be promised: reads at "
              + ceiling
              + ", the strongest level that they may be sent at, do not meet every write at "
              + levels.writeLevel()
              + "; state safe-level = "
              + levels.safe()
              + ", or write at a stronger level.");
    }
    if (guarantees.contains(Guarantee.MONOTONIC_READS) && !meets(levels, ceiling, ceiling)) {
      return Optional.of(
          "monotonic-reads cannot be promised: two reads at "
              + ceiling
              + ", the strongest level that they may be sent at, need not meet in a replica; state"
              + " safe-level = "
              + selfMeeting(levels, Level.ALL).orElse(Level.ALL)
              + ".");
    }
    return Optional.empty();
  }

  /** The weakest level, of those up to the ceiling, two reads at which meet in a replica. */
  private static Optional<Level> selfMeeting(ReadLevels levels, Level ceiling) {
    return levels.all().stream()
        .filter(level -> levels.replicas(level) <= levels.replicas(ceiling))
        .filter(level -> meets(levels, level, level))
        .min(Comparator.comparingInt(levels::replicas));
  }

  /** Of two levels that need as many replicas, the ceiling is known to do. */
  private static Level within(Level wanted, Level ceiling, ReadLevels levels) {
    return levels.replicas(wanted) >= levels.replicas(ceiling) ? ceiling : wanted;
  }

  /** Whether a read meets what an earlier one returned: that is where a write would be. */
  private static boolean meets(ReadLevels levels, Level earlier, Level later) {
    return after(levels, earlier).meetsEveryWrite(later);
  }

  private static ReadLevels after(ReadLevels levels, Level read) {
    return new ReadLevels(levels.replication(), levels.localDataCenter(), levels.ladder(), read);
  }

  /**
   * Whether a write at this level is met by reads after own writes, as one at the stated level is.
   */
  public boolean coversWritesAt(Level write) {
    return each.covered.contains(write);
  }

  /**
   * What a read leaves behind.
   *
   * @param level at which it is sent
   */
  public Trace traceOf(Level level) {
    return each.remembered.contains(level) ? Trace.READ : Trace.READ_WEAKLY;
  }

  /**
   * The least level of a read.
   *
   * @param written whether the client may have written the key lately
   * @param read whether it may have read it
   * @param readWeakly whether it may have read it at a weaker level than {@link #afterRead}
   */
  public Level floor(boolean written, boolean read, boolean readWeakly) {
    Level floor = first;
    if (written) {
      floor = stronger(floor, afterWrite);
    }
    if (read) {
      floor = stronger(floor, afterRead);
    }
    return readWeakly ? stronger(floor, afterWeakRead) : floor;
  }

  /** The one that needs more replicas. */
  public Level stronger(Level one, Level other) {
    return each.replicasAt(other) > each.replicasAt(one) ? other : one;
  }

  /**
   * The least level of every read, whatever the client has done before, where nothing is remembered
   * of reads: as where the client is a whole process, whose reads touch every key that matters
   * again and again.
   */
  public Level always() {
    return guarantees.contains(Guarantee.MONOTONIC_READS) ? afterRead : first;
  }
}
