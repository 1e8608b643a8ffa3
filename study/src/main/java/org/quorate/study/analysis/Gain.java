package org.quorate.study.analysis;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.summary.Mean;

/**
 * What an adaptive policy gained against a fixed level, over all settings of a part of a study
 * together: a pair is a run of the policy and a run of the level in the same setting and
 * repetition.
 *
 * @param policy such as {@code harmony 20%}
 * @param against the fixed level, such as {@code ALL}
 * @param context the levels that all of its settings share and other parts do not
 * @param settings settings that both were run in
 * @param pairs of runs
 * @param throughput geometric mean of the ratios of the pairs, policy over level, with its 95 %
 *     interval over blocks, in each of which the pairs of all settings are averaged
 * @param stale ratio of the mean stale rates, policy over level, with Fieller's interval; null
 *     where no history was taken, or the level had no stale read
 * @param staleReads under the policy, of {@code reads}
 * @param staleReadsAgainst at the level, of {@code readsAgainst}
 */
record Gain(
    String policy,
    String against,
    Map<String, String> context,
    int settings,
    int pairs,
    Mean throughput,
    @Nullable Mean stale,
    long staleReads,
    long reads,
    long staleReadsAgainst,
    long readsAgainst) {
  public Gain {
    context = Map.copyOf(context);
  }
}
