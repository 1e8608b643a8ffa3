package org.quorate.core.workload;

import java.nio.charset.StandardCharsets;

/**
 * YCSB's names of rows: {@code user}, then a number, filled up with zeros from the left. The number
 * is the ordinal of the row itself (ordered inserts) or its hash. Immutable and thread-safe.
 *
 * @param hashed whether ordinals are hashed, YCSB's default
 * @param zeroPadding the least number of digits, at least 0; YCSB's default is 1
 */
public record KeyNames(boolean hashed, int zeroPadding) {
  private static final long FNV_OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1099511628211L;
  private static final String PREFIX = "user";

  public KeyNames {
    if (zeroPadding < 0) {
      throw new IllegalArgumentException(
          "Zero padding must be at least 0, but it is " + zeroPadding + ".");
    }
  }

  /** The key of the row with this ordinal: the number that its name ends with. */
  public long key(long keyNumber) {
    return hashed ? hash(keyNumber) : keyNumber;
  }

  /** The name of the row with this key, such as {@code user6284781860667377211}. */
  public String text(long key) {
    String digits = Long.toString(key);
    int missing = zeroPadding - digits.length();
    return missing <= 0 ? PREFIX + digits : PREFIX + "0".repeat(missing) + digits;
  }

  /** The name of the row with this key in ASCII. */
  public byte[] bytes(long key) {
    return text(key).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * YCSB's {@code Utils.fnvhash64}: the 64-bit FNV-1a hash of the eight bytes, lowest first, and of
   * that the absolute value. As there, the one hash without an absolute value (-2^63) stays
   * negative, and the hashes of two ordinals may be equal once the sign is gone.
   */
  public static long hash(long keyNumber) {
    long hash = FNV_OFFSET_BASIS;
    long rest = keyNumber;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = (hash ^ (rest & 0xff)) * FNV_PRIME;
      rest >>= 8;
    }
    return Math.abs(hash);
  }
}
