package org.quorate.core.policy;

import static org.quorate.core.policy.TolerancePolicy.percent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StaleByAge;
import org.quorate.core.staleness.StaleWhilePropagating;
import org.quorate.core.staleness.Visibility;

/**
 * Reads at the weakest level, but for those of rows that this process wrote a short time ago, which
 * are the ones that can be stale: they go out at a stronger level. How short is decided so that
 * what is left to be stale stays within nine tenths of the tolerance, by an upper bound (see {@link
 * StaleShare}). No rates, no keys and no model of the application's traffic are asked for.
 *
 * <p>What is raised goes out at the level that meets every write, or at a weaker one where these
 * reads, and what is left of the others, are stale within the tolerance together, and it costs no
 * more replica reads, though its window be longer. Where pairs show that even reads of rows which
 * this process never wrote, or wrote long ago, are stale beyond the tolerance, as when others write
 * them too, all reads go out at the level that meets every write. Where the weakest level meets
 * every write, nothing is raised.
 *
 * <p>Where that level may not be sent, the strongest that may takes its place: its window is made
 * as long as the tolerance asks, and where no window is enough the longest that is tried.
 *
 * @param kind what is known of visibility, and whether replicas that are behind are minded
 * @param tolerance the largest stale-read rate that the application accepts, 0 to 1
 */
public record RecencyPolicy(Kind kind, double tolerance) implements ConsistencyPolicy {
  /** The policies of this kind. */
  public enum Kind {
    /** A write is lacked for the propagation time's upper bound, and pairs correct that. */
    RECENCY("recency"),

    /**
     * A write is lacked for as long as round trips make likely, and pairs correct that; reads of
     * partitions whose replicas are behind go out at the level that meets every write.
     */
    QUORATE("quorate");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name in studies and settings. */
    public String text() {
      return text;
    }
  }

  private static final double OF_OLDER_READS = 0.9;
  private static final double THAT_MATTERS = 0.1;

  /** Two doublings: a window that is longer yet is hardly the cheaper one. */
  private static final int MOST_LONGER = 16;

  /**
   * @throws IllegalArgumentException if the tolerance is not a rate
   */
  public RecencyPolicy {
    TolerancePolicy.requireRate(tolerance);
  }

  @Override
  public String name() {
    return kind.text() + " " + TolerancePolicy.percentOf(tolerance);
  }

  @Override
  public Decision decide(Observation observation, ReadLevels levels) {
    Level weakest = levels.weakest();
    if (levels.meetsEveryWrite(weakest)) {
      return Decision.of(weakest, "Reads at " + weakest + " meet every write.");
    }
    Evidence evidence = observation.evidence();
    Level strongest = strongest(evidence, levels);
    if (levels.replicas(strongest) <= levels.replicas(weakest)) {
      return Decision.of(weakest, "Nothing stronger than " + weakest + " may be sent.");
    }
    StaleShare stale =
        new StaleShare(
            model(observation),
            evidence.reads(),
            evidence.pairs(),
            Math.max(Double.MIN_NORMAL, THAT_MATTERS * tolerance));
    double left = stale.olderThan(AgeBins.NEVER);
    if (left > OF_OLDER_READS * tolerance) {
      return Decision.of(
          strongest,
          "Reads of rows that this process has not written lately may be stale at "
              + percent(left)
              + " % of all reads, tolerance "
              + percent(tolerance)
              + " %: all are raised.");
    }
    Raising chosen = cheapest(stale, levels, strongest);
    List<Raise> raises = new ArrayList<>();
    if (chosen.bin() > 0) {
      raises.add(
          new Raise.RecentlyWritten(
              chosen.bin() == AgeBins.NEVER ? Long.MAX_VALUE : AgeBins.fromNanos(chosen.bin()),
              chosen.level()));
    }
    String reason = reason(stale, chosen.bin(), chosen.level());
    return new Decision(weakest, raises, reason, Optional.empty())
        .raising(kind == Kind.QUORATE ? evidence.behind() : List.of(), strongest);
  }

  private StaleByAge model(Observation observation) {
    return switch (kind) {
      case RECENCY -> new StaleWhilePropagating(observation);
      case QUORATE -> Visibility.of(observation);
    };
  }

  /**
   * The first bin from which on reads need not be raised: more are within the window than before.
   */
  private int window(StaleShare stale) {
    int tooShort = -1;
    int enough = AgeBins.NEVER;
    while (enough - tooShort > 1) {
      int middle = (tooShort + enough) >>> 1;
      if (stale.olderThan(middle) <= OF_OLDER_READS * tolerance) {
        enough = middle;
      } else {
        tooShort = middle;
      }
    }
    return enough;
  }

  /**
   * A window, and the level of what is raised within it.
   *
   * @param bin that begins where the window ends
   */
  private record Raising(int bin, Level level) {}

  /** The level that meets every write, or the strongest that may be sent where that is weaker. */
  private static Level strongest(Evidence evidence, ReadLevels levels) {
    Level safe = levels.safe();
    Level most = evidence.strongest();
    return most == null || levels.replicas(safe) <= levels.replicas(most) ? safe : most;
  }

  /**
   * Of all levels the one with the fewest replica reads: a weaker one may need a longer window,
   * since what it leaves stale itself is no longer left to the others.
   */
  private Raising cheapest(StaleShare stale, ReadLevels levels, Level strongest) {
    int shortest = window(stale);
    int longest = Math.min(AgeBins.NEVER, shortest + MOST_LONGER);
    List<Level> missing =
        new ArrayList<>(
            levels.all().stream()
                .filter(level -> levels.counted(level) > 1)
                .filter(level -> levels.replicas(level) < levels.replicas(strongest))
                .toList());
    Raising best = new Raising(shortest, strongest);
    double cost = cost(stale, best, levels);
    if (!levels.meetsEveryWrite(strongest)) {
      missing.add(strongest);
      best = new Raising(longest, strongest);
      cost = Double.POSITIVE_INFINITY;
    }
    for (Level level : missing) {
      int bin = shortest;
      while (bin <= longest && !isEnough(stale, bin, levels.counted(level))) {
        bin++;
      }
      Raising other = new Raising(bin, level);
      if (bin <= longest && cost(stale, other, levels) <= cost) {
        best = other;
        cost = cost(stale, other, levels);
      }
    }
    return best;
  }

  private boolean isEnough(StaleShare stale, int bin, int readReplicas) {
    return stale.olderThan(bin) + stale.within(bin, readReplicas) <= tolerance;
  }

  private static double cost(StaleShare stale, Raising raising, ReadLevels levels) {
    return stale.shareWithin(raising.bin())
        * (levels.replicas(raising.level()) - levels.replicas(levels.weakest()));
  }

  private String reason(StaleShare stale, int bin, Level raised) {
    String bound =
        "at most "
            + percent(stale.olderThan(bin))
            + " % of all reads are stale at one replica by a bound of "
            + percent(StaleShare.CONFIDENCE)
            + " %, tolerance "
            + percent(tolerance)
            + " %.";
    return bin == 0
        ? "Nothing is raised: " + bound
        : "Reads of rows written within "
            + (bin == AgeBins.NEVER ? "any time" : time(AgeBins.fromNanos(bin)))
            + " go out at "
            + raised
            + ", "
            + percent(stale.shareWithin(bin))
            + " % of all; of the others "
            + bound;
  }

  /** Three digits are enough. */
  private static String time(long nanos) {
    long unit = 1;
    while (nanos / unit >= 1000) {
      unit *= 10;
    }
    return Durations.format(Duration.ofNanos(nanos / unit * unit));
  }

  @Override
  public boolean needsRates() {
    return false;
  }

  @Override
  public OptionalDouble acceptedRate() {
    return OptionalDouble.of(tolerance);
  }

  @Override
  public String toString() {
    return name();
  }
}
