package org.quorate.cassandra.observe;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.quorate.core.level.Level;

/**
 * What reads of a table would be like at one level.
 *
 * @param level of the reads
 * @param replicas that a read waits for, of all data centres
 * @param meetsEveryWrite whether a read meets every write that completed at the write level that is
 *     assumed, so that none is stale whatever a model says of it
 * @param estimates one of each model; none where the rates or the propagation time are not known
 */
public record LevelEstimate(
    Level level, int replicas, boolean meetsEveryWrite, List<RateEstimate> estimates) {
  public LevelEstimate {
    estimates = List.copyOf(estimates);
  }

  /** The estimate of the model that says least; empty where there is none. */
  Optional<RateEstimate> lowest() {
    return estimates.stream().min(Comparator.comparingDouble(RateEstimate::raw));
  }

  /** The estimate of the model that says most; empty where there is none. */
  Optional<RateEstimate> highest() {
    return estimates.stream().max(Comparator.comparingDouble(RateEstimate::raw));
  }
}
