package org.quorate.core.policy;

import static org.quorate.core.policy.TolerancePolicy.percent;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.staleness.Evidence;

/**
 * One level between the weakest and the one that meets every write, for all reads of a table: what
 * somebody would pick by hand where the weakest leaves too much stale and the strongest costs too
 * much. Whether it does is not computed from how stale the weakest is, since replicas may be slow
 * together or each for itself; it is seen from pairs at that level beside a plain sample of all
 * reads. Stateless.
 */
public final class SampledLevel {
  /** Of the replica reads that are added; what saves hardly anything is not worth a change. */
  private static final double WORTH_IT = 0.95;

  private SampledLevel() {}

  /**
   * The level of which a sample may show that it does; empty where there is none.
   *
   * @param strongest that may be sent; nothing is sampled where a read at it may miss a write
   */
  public static Optional<Level> of(ReadLevels levels, Level strongest) {
    return levels.meetsEveryWrite(strongest)
        ? levels.between(levels.weakest(), strongest)
        : Optional.empty();
  }

  /**
   * Whether it would be cheaper by so much that it pays to know how stale its reads are.
   *
   * @param asked replicas that a read asks on average otherwise
   */
  public static boolean isCheaper(Level level, double asked, ReadLevels levels) {
    double weakest = levels.replicas(levels.weakest());
    return levels.replicas(level) - weakest < WORTH_IT * (asked - weakest);
  }

  /**
   * The decision for that level, where it is cheaper than another and pairs show that it is enough.
   *
   * @param other what is decided otherwise
   * @param limit of the upper bound of the share of all reads that are stale
   */
  static Optional<Decision> insteadOf(
      Decision other, Evidence evidence, ReadLevels levels, Level strongest, double limit) {
    BetweenPairs sample = evidence.classes().between();
    if (evidence.clocksApart() || sample.mostStale() > limit) {
      return Optional.empty();
    }
    double asked = AskedReplicas.perRead(other, evidence.classes(), levels);
    return of(levels, strongest)
        .filter(level -> isCheaper(level, asked, levels))
        .map(
            level ->
                new Decision(
                    level,
                    List.of(RecencyPolicy.window(PairBudget.FIRST_BETWEEN, strongest)),
                    reason(level, sample, asked, levels, strongest, limit),
                    Optional.empty()));
  }

  private static String reason(
      Level level,
      BetweenPairs sample,
      double asked,
      ReadLevels levels,
      Level strongest,
      double limit) {
    return String.format(
        Locale.ROOT,
        "Reads go out at %s, which asks %d replicas where levels by key would ask %.2f: of %.0f"
            + " pairs at %s beside a sample of all reads %.0f were stale, at most %s %% by a bound"
            + " of %s %%, and %s %% may be; reads of rows that are being written go out at %s.",
        level,
        levels.replicas(level),
        asked,
        sample.compared(),
        level,
        sample.stale(),
        percent(sample.mostStale()),
        percent(BetweenPairs.CONFIDENCE),
        percent(limit),
        strongest);
  }
}
