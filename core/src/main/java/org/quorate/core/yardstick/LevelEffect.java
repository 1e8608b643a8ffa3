package org.quorate.core.yardstick;

/**
 * What sending a read at a level does.
 *
 * @param replicas that it asks, above 0
 * @param staleShare the share that stays stale of the reads that are stale at the weakest level, 0
 *     to 1: 1 for the weakest level itself, 0 for one that meets every write
 */
public record LevelEffect(double replicas, double staleShare) {
  /** Checks the bounds. */
  public LevelEffect {
    if (!(replicas > 0) || !(staleShare >= 0 && staleShare <= 1)) {
      throw new IllegalArgumentException(
          "A level asks at least one replica and leaves a share from 0 to 1 stale, not "
              + replicas
              + " and "
              + staleShare
              + ".");
    }
  }
}
