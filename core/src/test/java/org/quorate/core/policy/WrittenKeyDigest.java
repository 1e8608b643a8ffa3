package org.quorate.core.policy;

/**
 * A Bloom filter that has 1 % of all other keys too once it has 1,700, with hash functions made of
 * two (Kirsch and Mitzenmacher, "Less hashing, same performance", 2006).
 */
final class WrittenKeyDigest {
  private static final int BYTES = 2_048;
  private static final int HASHES = 7;
  private final long[] bits = new long[BYTES / Long.BYTES];

  void add(long hash) {
    for (int i = 0; i < HASHES; i++) {
      bits[bit(hash, i) / Long.SIZE] |= 1L << bit(hash, i);
    }
  }

  boolean mayHave(long hash) {
    for (int i = 0; i < HASHES; i++) {
      if ((bits[bit(hash, i) / Long.SIZE] & 1L << bit(hash, i)) == 0) {
        return false;
      }
    }
    return true;
  }

  private static int bit(long hash, int function) {
    return (int) ((hash >>> Integer.SIZE) + function * (hash | 1)) & (BYTES * Byte.SIZE - 1);
  }
}
