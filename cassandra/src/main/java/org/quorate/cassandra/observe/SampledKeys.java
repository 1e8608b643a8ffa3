package org.quorate.cassandra.observe;

import java.util.Optional;
import org.quorate.cassandra.sample.PairResult;

/**
 * What pairs of reads of sampled rows of one table have shown. Immutable.
 *
 * @param inUse of rows that were written of late, drawn about as often as they are written, or as
 *     they are read; empty where there was none
 * @param alike of rows drawn alike, however often anybody uses them; empty likewise
 * @param rowsSeen rows that were drawn alike, to find those that are in use
 * @param rowsInUse of these, those that are known to be in use at the end
 * @param writesPerSecond about how often these are written together
 * @param shareOfReads of the table's reads, the share that goes to partitions which servers have
 *     named as those that are read most, and whose rows are drawn as often as they are read, 0 to
 *     1; 0 where none were named
 * @param rowsCompared distinct rows that the pairs {@code inUse} are of
 * @param effectivePairs for how many independent pairs those stand at least, since pairs of one row
 *     may all agree
 * @param clocksApart whether a pair has shown that a writer's clock is ahead of this machine's, so
 *     that what was stale may have been taken for overtaken
 * @param obstacle why rows could not be sampled, as the end of a sentence; empty where they could
 */
public record SampledKeys(
    Optional<PairResult> inUse,
    Optional<PairResult> alike,
    long rowsSeen,
    int rowsInUse,
    double writesPerSecond,
    double shareOfReads,
    long rowsCompared,
    double effectivePairs,
    boolean clocksApart,
    Optional<String> obstacle) {
  /** No row was sampled, for a reason. */
  static SampledKeys none(String obstacle) {
    return new SampledKeys(
        Optional.empty(), Optional.empty(), 0, 0, 0, 0, 0, 0, false, Optional.of(obstacle));
  }

  /** Pairs of rows drawn alike, of a table whose rows in use are not told apart. */
  public static SampledKeys alike(PairResult pairs) {
    return new SampledKeys(
        Optional.empty(), Optional.of(pairs), 0, 0, 0, 0, 0, 0, false, Optional.empty());
  }

  /** All pairs together; empty where there was none. */
  public Optional<PairResult> all() {
    return inUse.map(used -> alike.map(used::plus).orElse(used)).or(() -> alike);
  }
}
