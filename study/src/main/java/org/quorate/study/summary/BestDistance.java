package org.quorate.study.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a policy that adapts is from the best possible one, by the replicas that a read asks. The
 * best is computed from the history of the weakest level in the same block; see {@link
 * org.quorate.core.yardstick.Yardstick} for what each of them would have had to know.
 *
 * @param policy the cell of the policy, its factors in the order of the study
 * @param tolerance that the policy states, 0 to 1
 * @param levels that the best ones may send, the weakest first
 * @param pairs of runs of the same repetition, at least 1
 * @param replicaReads of the policy for each read, those that it asked for beside its reads
 *     included; by the levels that were sent, as those of the best are
 * @param best of a policy that decides for every key and second
 * @param sameInformation of one that knows how often keys are read and how old their writes are
 * @param clairvoyant of one that knows the fate of every read
 * @param overBest by what share of the best's the policy's replica reads exceed it: the geometric
 *     mean of the pairs' ratios, less 1, with its 95 % interval; below 0 where it asked fewer
 * @param overSameInformation likewise
 */
public record BestDistance(
    Map<String, String> policy,
    double tolerance,
    List<String> levels,
    int pairs,
    Mean replicaReads,
    Mean best,
    Mean sameInformation,
    Mean clairvoyant,
    Mean overBest,
    Mean overSameInformation) {
  public BestDistance {
    policy = Collections.unmodifiableMap(new LinkedHashMap<>(policy));
    levels = List.copyOf(levels);
  }
}
