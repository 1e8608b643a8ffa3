package org.quorate.core.distribution;

import org.quorate.core.random.SeededRandom;

/**
 * A pseudo-random permutation of the integers from 0 to n - 1 in constant memory: a balanced
 * Feistel network of six rounds over the smallest even number of bits that holds n, walked until
 * the value falls below n again (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002:
 * cycle walking, fewer than four steps on average). The same n always gives the same permutation.
 * Immutable and thread-safe.
 */
public final class Permutation {
  private static final int ROUNDS = 6;

  private final long size;
  private final int halfBits;
  private final long halfMask;

  /**
   * @param size n, at least 1 and at most 2^62
   */
  public Permutation(long size) {
    if (size < 1 || size > 1L << 62) {
      throw new IllegalArgumentException(
          "A permutation needs between 1 and 2^62 elements, but it has " + size + ".");
    }
    this.size = size;
    int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(size - 1));
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1L << halfBits) - 1;
  }

  /**
   * Where {@code index} goes.
   *
   * @param index from 0 to n - 1
   * @return from 0 to n - 1, different for different indices
   */
  public long apply(long index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "Index " + index + " lies outside 0 to " + (size - 1) + ".");
    }
    long value = index;
    do {
      value = shuffle(value);
    } while (value >= size);
    return value;
  }

  private long shuffle(long value) {
    long left = value >>> halfBits;
    long right = value & halfMask;
    for (int round = 1; round <= ROUNDS; round++) {
      long next = left ^ (SeededRandom.mix(right + ((long) round << 56)) & halfMask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }
}
