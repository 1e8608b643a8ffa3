package org.quorate.core.yardstick;

import java.util.List;

/**
 * The least mean number of replicas that a read could have asked on a recorded history with at most
 * a tolerated share of reads stale, by what a policy would have had to know. All three know the
 * history that they are judged by and what each level leaves stale; none can be had by running it.
 *
 * <p>They take it that raising a read changes no other one, and that a level leaves the same share
 * of stale reads wherever it is used.
 *
 * @param best raises a share of the reads of every key in every second, each share chosen as if
 *     what that key's reads found in that second had been known beforehand. No policy that decides
 *     for a key and a second can do better; one that tells reads within a second apart, as by the
 *     age of the newest write, can
 * @param sameInformation raises the reads that come within a window after their key's newest
 *     completed write, which counts as an own write whoever sent it; the windows, one for each
 *     class of keys by how often they are read, are the best for the run as a whole. It cannot
 *     profit from a single read's luck. A policy can do better that knows more of keys than how
 *     often they are read, which replicas are behind, or where staleness does not fall with the age
 * @param clairvoyant raises stale reads alone, and no more of them than it must: nobody can do
 *     better, whatever is known
 */
public record Yardstick(double best, double sameInformation, double clairvoyant) {
  /**
   * The yardstick of one run.
   *
   * @param levels what the levels cost and leave stale, the weakest being that of the run
   * @param tolerance the largest share of reads that may be stale, 0 to 1
   * @return replicas for each read; NaN where nothing was read
   * @throws IllegalArgumentException if there is no level, or the tolerance is not a share
   */
  public static Yardstick of(RunReads reads, List<LevelEffect> levels, double tolerance) {
    ReadGroup all = reads.cells().total();
    List<ReadGroup> byFate =
        List.of(
            new ReadGroup(all.staleReads(), all.staleReads()),
            new ReadGroup(all.reads() - all.staleReads(), 0));
    return new Yardstick(
        BestMix.replicaReads(reads.cells().groups(), levels, tolerance),
        BestMix.replicaReads(reads.ages().groups(), levels, tolerance),
        BestMix.replicaReads(byFate, levels, tolerance));
  }
}
