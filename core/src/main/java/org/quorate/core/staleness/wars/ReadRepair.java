package org.quorate.core.staleness.wars;

/**
 * Reads of the same key that repair: where the replicas that one asks differ, those that lack the
 * write are sent it. They come at random (Poisson) from the moment on at which the write is sent,
 * and are asked and answered like any read. Immutable.
 *
 * @param readsPerSecond such reads of this one key, at least 0
 * @param readReplicas that each of them asks; a read of one has nothing to compare
 */
public record ReadRepair(double readsPerSecond, int readReplicas) {
  /** Nothing is repaired. */
  public static final ReadRepair NONE = new ReadRepair(0, 1);

  public ReadRepair {
    if (!(readsPerSecond >= 0) || Double.isInfinite(readsPerSecond) || readReplicas < 1) {
      throw new IllegalArgumentException(
          "Reads that repair have a rate of at least 0 and ask at least 1 replica, but are "
              + readsPerSecond
              + " per second of "
              + readReplicas
              + ".");
    }
  }

  /** Whether there are any. */
  boolean isAny() {
    return readsPerSecond > 0 && readReplicas > 1;
  }
}
