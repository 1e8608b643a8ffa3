package org.quorate.study.summary;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a policy that adapts gained over the cheapest fixed level that keeps its tolerance in the
 * same setting. A fixed level keeps a tolerance when the whole interval of its stale-read rate is
 * at or below it and, in runs with faults, at least 99 of 100 windows of 10 s are not broken, by
 * the policy's tolerance; so does the policy. The cheapest one is that with the highest throughput
 * or, where load is offered on a schedule, so that throughput says little, that with the fewest
 * replica reads per read.
 *
 * @param policy the cell of the policy
 * @param tolerance that the policy states, 0 to 1
 * @param staleRate of the policy, with the interval that it is judged by
 * @param windows of 10 s of the policy; null in runs without faults, and in shorter ones
 * @param fixed how many fixed levels were run in the same setting, at least 1
 * @param against the cell of the cheapest fixed level that keeps the tolerance; null where none
 *     does
 * @param againstStaleRate of that level; null where there is none
 * @param equalLoad whether both had the same load offered
 * @param pairs of runs of the same repetition; 0 without such a level
 * @param throughput the policy's over the level's, mean of the pairs' ratios with its 95 %
 *     interval; null without pairs
 * @param succeededReads likewise, reads that succeeded
 * @param replicaReads likewise, replica reads per read
 * @param counted whether replica reads are the servers' own counts, of both; else they are those
 *     that the levels sent ask for
 */
public record StaticGain(
    Map<String, String> policy,
    double tolerance,
    Mean staleRate,
    @Nullable WindowVerdict windows,
    int fixed,
    @Nullable Map<String, String> against,
    @Nullable Mean againstStaleRate,
    boolean equalLoad,
    int pairs,
    @Nullable Mean throughput,
    @Nullable Mean succeededReads,
    @Nullable Mean replicaReads,
    boolean counted) {
  private static final double KEPT_WINDOWS = 0.99;

  public StaticGain {
    policy = Map.copyOf(policy);
    against = against == null ? null : Map.copyOf(against);
  }

  /** Whether the policy kept its tolerance, by the same rule as fixed levels. */
  public boolean kept() {
    return staleRate.high() <= tolerance && isKept(windows);
  }

  /**
   * Whether the whole interval of the policy's stale rate is above its tolerance, or too many of
   * its windows are broken. Where it neither kept nor exceeded it, that is not certain.
   */
  public boolean exceeded() {
    return staleRate.low() > tolerance || !isKept(windows);
  }

  /** Whether so many windows are not broken; without any only the rate counts. */
  public static boolean isKept(@Nullable WindowVerdict windows) {
    return windows == null || windows.kept().mean() >= KEPT_WINDOWS;
  }
}
