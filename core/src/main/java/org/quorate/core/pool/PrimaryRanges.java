package org.quorate.core.pool;

import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the tokens of a ring come to: how much of the ring each node owns. A token's primary range
 * runs from the token before it, exclusively, to itself; the first token's range begins at the last
 * one and goes through the ring's end. Exact: tokens are whole numbers. Stateless.
 */
public final class PrimaryRanges {
  /** Ranges are taken for equal when they differ from the mean by one part in so many, or less. */
  private static final int TOLERANCE = 100;

  private PrimaryRanges() {}

  /**
   * The lengths of each owner's primary ranges together.
   *
   * @param tokens the tokens of every owner of one ring, in any order
   * @param ring the number of positions of the ring
   * @return owner to length, in the order of {@code tokens}; all lengths together are {@code ring}
   *     where there is any token
   * @throws IllegalArgumentException if a token occurs twice
   */
  public static <T> Map<T, BigInteger> lengths(
      Map<T, ? extends Collection<BigInteger>> tokens, BigInteger ring) {
    Map<T, BigInteger> lengths = new LinkedHashMap<>();
    TreeMap<BigInteger, T> owners = new TreeMap<>();
    tokens.forEach(
        (owner, own) -> {
          lengths.put(owner, BigInteger.ZERO);
          for (BigInteger token : own) {
            if (owners.put(token, owner) != null) {
              throw new IllegalArgumentException("Two nodes have the token " + token + ".");
            }
          }
        });
    if (owners.isEmpty()) {
      return lengths;
    }
    BigInteger before = owners.lastKey().subtract(ring);
    for (Map.Entry<BigInteger, T> entry : owners.entrySet()) {
      lengths.merge(entry.getValue(), entry.getKey().subtract(before), BigInteger::add);
      before = entry.getKey();
    }
    return lengths;
  }

  /**
   * The owners whose length is above the mean by more than 1 %, so that rounding and a token that
   * had to make way by one make nobody larger. Empty where all own the same.
   */
  public static <T> Set<T> largerThanMean(Map<T, BigInteger> lengths) {
    BigInteger sum = lengths.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    BigInteger bound = sum.multiply(BigInteger.valueOf(TOLERANCE + 1));
    BigInteger count = BigInteger.valueOf((long) lengths.size() * TOLERANCE);
    Set<T> larger = new LinkedHashSet<>();
    lengths.forEach(
        (owner, length) -> {
          if (length.multiply(count).compareTo(bound) > 0) {
            larger.add(owner);
          }
        });
    return larger;
  }
}
