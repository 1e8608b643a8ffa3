package org.quorate.core.workload;

import org.quorate.core.distribution.ApproximateZipf;
import org.quorate.core.random.SeededRandom;

/** How lengths (of values in bytes, of scans in rows) are drawn between two bounds. */
public enum LengthDistribution {
  /** Always the largest. */
  CONSTANT,
  /** Each length equally likely. */
  UNIFORM,
  /** Short ones favoured, by YCSB's approximation of Zipf's law with 0.99. */
  ZIPFIAN;

  /**
   * A sampler of lengths from {@code smallest} to {@code largest}, both included. Not thread-safe.
   */
  Sampler sampler(int smallest, int largest) {
    if (this == CONSTANT || smallest == largest) {
      return random -> largest;
    }
    int count = largest - smallest + 1;
    if (this == UNIFORM) {
      return random -> smallest + (int) random.nextLong(count);
    }
    ApproximateZipf zipf = new ApproximateZipf(count, RequestDistribution.YCSB_CONSTANT);
    return random -> smallest + (int) zipf.next(random);
  }

  /** Draws lengths. */
  @FunctionalInterface
  interface Sampler {
    int next(SeededRandom random);
  }
}
