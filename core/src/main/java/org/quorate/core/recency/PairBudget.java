package org.quorate.core.recency;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;

/**
 * Beside which reads a pair is sent, a weak one and a strong one, to learn how stale weak reads are
 * at each age: as many as a budget allows, and those that say most about how long a write counts as
 * recent.
 *
 * <p>The budget is spent in four parts: on reads just below the window, down to half of it, which
 * are raised and show whether a shorter one would do; on those just above, up to four times it,
 * where most of what is still stale is to be expected; on older ones; and on rows that this process
 * never wrote, which show what others write. A part without reads leaves its share to the others.
 * Beside reads younger than half of the window there is none.
 *
 * <p>Where others write too, each class of keys is a part of its own in the place of the last two,
 * so that pairs tell what is stale of the cold keys, which are read at the weakest level, as well
 * as of the hot ones.
 *
 * <p>Where a level between the weakest and the safe one might do for all reads, pairs at that level
 * are drawn besides, with one chance for all reads but those of a row that is being written, so
 * that they are a plain sample of these. Immutable.
 */
public final class PairBudget {
  /** No pairs. */
  public static final PairBudget NONE = new PairBudget(new double[AgeBins.COUNT]);

  private static final int OLDER = 2;
  private static final int NEVER_WRITTEN = 3;
  private static final int PARTS = OLDER + KeyPlace.CLASSES;
  private static final int UNPAIRED = -1;

  /**
   * The first bin of ages beside which pairs at a level between are: those of a row that is being
   * written cannot be told to be stale. They are to be raised.
   */
  public static final int FIRST_BETWEEN = 1;

  private final double[] chances;
  private final boolean byClass;
  private final @Nullable Level between;
  private final double ofBetween;

  private PairBudget(double[] chances) {
    this(chances, false, null, 0);
  }

  private PairBudget(double[] chances, boolean byClass, @Nullable Level between, double ofBetween) {
    this.chances = chances;
    this.byClass = byClass;
    this.between = between;
    this.ofBetween = ofBetween;
  }

  /** What is drawn beside a read. */
  public enum Drawn {
    /** Nothing. */
    NONE,
    /** A pair whose weaker read is at the weakest level. */
    WEAKEST,
    /** One whose weaker read is at the level between. */
    BETWEEN
  }

  /**
   * The same, and pairs at a level between.
   *
   * @param level stronger than the weakest, weaker than the safe one
   * @param chance of each read, 0 to 1
   */
  public PairBudget with(Level level, double chance) {
    return new PairBudget(chances, byClass, level, Math.max(0, Math.min(1, chance)));
  }

  /** The level between at which pairs are drawn; null where none are. */
  public @Nullable Level between() {
    return ofBetween > 0 ? between : null;
  }

  /** The share of the reads that are given a pair at the level between, 0 to 1. */
  public double chanceBetween() {
    return ofBetween;
  }

  /**
   * Draws beside a read; allocates nothing.
   *
   * @param place of {@link KeyPlace}
   * @param random from 0 to below 1, uniform
   */
  public Drawn draw(long nanosSinceOwnWrite, int place, double random) {
    double forBetween = chanceBetween(nanosSinceOwnWrite);
    if (random < forBetween) {
      return Drawn.BETWEEN;
    }
    return random < forBetween + chance(nanosSinceOwnWrite, place) ? Drawn.WEAKEST : Drawn.NONE;
  }

  private double chanceBetween(long nanosSinceOwnWrite) {
    return ofBetween > 0 && AgeBins.of(nanosSinceOwnWrite) >= FIRST_BETWEEN ? ofBetween : 0;
  }

  /** The chances that spend a budget on all classes of keys together. */
  public static PairBudget of(double budget, AgeCounts reads, long windowNanos, double cost) {
    return of(budget, ClassCounts.unclassed(reads, AgedPairCounts.NONE), false, windowNanos, cost);
  }

  /**
   * The chances that spend a budget.
   *
   * @param budget extra replica reads for each read, at least 0
   * @param counts reads of late, by age and class
   * @param byClass whether classes are told apart
   * @param windowNanos since the write's completion for which reads are raised, at least 0; the
   *     edge of a bin
   * @param cost replica reads of a pair, above 0
   * @throws IllegalArgumentException if the budget is negative
   */
  public static PairBudget of(
      double budget, ClassCounts counts, boolean byClass, long windowNanos, double cost) {
    if (!(budget >= 0)) {
      throw new IllegalArgumentException(
          "A budget is at least 0 replica reads for each read, but it is " + budget + ".");
    }
    List<AgeCounts> reads = byClass ? counts.reads() : List.of(counts.allReads());
    double total = 0;
    double[] dear = new double[PARTS];
    for (int of = 0; of < reads.size(); of++) {
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        total += reads.get(of).count(bin);
        int part = part(bin, windowNanos, of, byClass);
        if (part != UNPAIRED) {
          dear[part] += reads.get(of).count(bin) * cost;
        }
      }
    }
    double[] byPart = spread(budget * total, dear);
    double[] chances = new double[reads.size() * AgeBins.COUNT];
    for (int of = 0; of < reads.size(); of++) {
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        int part = part(bin, windowNanos, of, byClass);
        if (part != UNPAIRED) {
          // However many reads of a part come that had none of late, they cannot exceed the budget.
          chances[of * AgeBins.COUNT + bin] =
              dear[part] > 0 ? byPart[part] : Math.min(1, budget / cost);
        }
      }
    }
    return new PairBudget(chances, byClass, null, 0);
  }

  /** In equal amounts, and what is left of them where a chance of 1 needs less. */
  private static double[] spread(double amount, double[] dear) {
    double[] chances = new double[PARTS];
    double left = amount;
    for (int round = 0; round < PARTS && left > 0; round++) {
      int open = 0;
      for (int part = 0; part < PARTS; part++) {
        open += dear[part] > 0 && chances[part] < 1 ? 1 : 0;
      }
      double each = open == 0 ? 0 : left / open;
      for (int part = 0; part < PARTS; part++) {
        if (dear[part] > 0 && chances[part] < 1) {
          double more = Math.min(1 - chances[part], each / dear[part]);
          chances[part] += more;
          left -= more * dear[part];
        }
      }
    }
    return chances;
  }

  private static int part(int bin, long windowNanos, int of, boolean byClass) {
    if (bin == AgeBins.NEVER) {
      return byClass ? OLDER + of : NEVER_WRITTEN;
    }
    long from = AgeBins.fromNanos(bin);
    if (from >= windowNanos) {
      return from / 4 < windowNanos ? 1 : byClass ? OLDER + of : OLDER;
    }
    return from >= windowNanos / 2 ? 0 : UNPAIRED;
  }

  /**
   * The share of the reads of an age that are given a pair at the weakest level.
   *
   * @return 0 to 1
   */
  public double chance(long nanosSinceOwnWrite) {
    return chance(nanosSinceOwnWrite, KeyPlace.UNKNOWN);
  }

  /**
   * As of {@link #chance(long)}, of a key whose place is known.
   *
   * @param place of {@link KeyPlace}
   */
  public double chance(long nanosSinceOwnWrite, int place) {
    int of = byClass ? KeyPlace.keyClass(place) : 0;
    return (1 - chanceBetween(nanosSinceOwnWrite))
        * chances[of * AgeBins.COUNT + AgeBins.of(nanosSinceOwnWrite)];
  }
}
