package org.quorate.core.staleness;

import java.util.SplittableRandom;

/**
 * Reads and writes of one key at replicas, event by event, as {@link RandomReadModel} sees them.
 */
final class StaleReadSimulation {
  private StaleReadSimulation() {}

  /**
   * The share of reads that miss the newest completed write.
   *
   * @param written replicas that have a write at once, at random; the others have it {@code
   *     propagation} seconds later
   * @param read replicas that a read asks, at random
   */
  static double rate(
      SplittableRandom random,
      int replicas,
      int written,
      int read,
      double writesPerSecond,
      double propagation,
      int reads) {
    double readsPerSecond = 100;
    double nextWrite = exponential(random, writesPerSecond);
    double nextRead = exponential(random, readsPerSecond);
    double newest = Double.NEGATIVE_INFINITY;
    int holders = 0;
    int done = 0;
    int stale = 0;
    while (done < reads) {
      if (nextWrite < nextRead) {
        newest = nextWrite;
        holders = draw(random, replicas, written);
        nextWrite += exponential(random, writesPerSecond);
      } else {
        boolean spread = nextRead - newest >= propagation;
        if (!spread && (draw(random, replicas, read) & holders) == 0) {
          stale++;
        }
        done++;
        nextRead += exponential(random, readsPerSecond);
      }
    }
    return (double) stale / reads;
  }

  private static double exponential(SplittableRandom random, double rate) {
    return -Math.log(1 - random.nextDouble()) / rate;
  }

  /** A random set of {@code size} out of {@code of}, as bits. */
  private static int draw(SplittableRandom random, int of, int size) {
    int set = 0;
    while (Integer.bitCount(set) < size) {
      set |= 1 << random.nextInt(of);
    }
    return set;
  }
}
