package org.quorate.cassandra.key;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Tokens of Cassandra's Murmur3Partitioner: the first half of MurmurHash3 x64 128 (Austin Appleby,
 * public domain) of the partition key, with the server's sign extension of the last bytes. They are
 * computed where the driver has the bytes, and nothing is allocated. Stateless.
 */
public final class Murmur3Token {
  /** No key has this token. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK = 16;

  private Murmur3Token() {}

  /**
   * The token of a partition key as it is sent.
   *
   * @param key its bytes, at least one, which stay as they are
   */
  public static long of(ByteBuffer key) {
    int length = key.remaining();
    int at = key.position();
    boolean isBigEndian = key.order() == ByteOrder.BIG_ENDIAN;
    long h1 = 0;
    long h2 = 0;
    int end = at + length;
    for (; end - at >= BLOCK; at += BLOCK) {
      long k1 = key.getLong(at);
      long k2 = key.getLong(at + Long.BYTES);
      h1 ^= first(isBigEndian ? Long.reverseBytes(k1) : k1);
      h1 = Long.rotateLeft(h1, 27) + h2;
      h1 = h1 * 5 + 0x52dce729;
      h2 ^= second(isBigEndian ? Long.reverseBytes(k2) : k2);
      h2 = Long.rotateLeft(h2, 31) + h1;
      h2 = h2 * 5 + 0x38495ab5;
    }
    long k1 = 0;
    long k2 = 0;
    for (int i = 0; i < end - at; i++) {
      long extended = key.get(at + i);
      if (i < Long.BYTES) {
        k1 ^= extended << (i * Byte.SIZE);
      } else {
        k2 ^= extended << ((i - Long.BYTES) * Byte.SIZE);
      }
    }
    return end(h1 ^ first(k1), h2 ^ second(k2), length);
  }

  /**
   * The token of a bound statement's partition key of several columns, which are hashed as the
   * server composes them: of each its length in two bytes, its bytes, and a zero.
   *
   * @param columns where the key's columns are among the statement's values, all of which are set
   */
  static long of(BoundStatement statement, List<Integer> columns) {
    int length = 0;
    for (int i = 0; i < columns.size(); i++) {
      length += value(statement, columns, i).remaining() + 3;
    }
    int wholeBlocks = length & -BLOCK;
    long h1 = 0;
    long h2 = 0;
    long k1 = 0;
    long k2 = 0;
    int at = 0;
    for (int column = 0; column < columns.size(); column++) {
      ByteBuffer value = value(statement, columns, column);
      int size = value.remaining();
      for (int i = -2; i <= size; i++) {
        // A signed byte; but within whole blocks the server takes it without its sign.
        long each =
            i == -2
                ? (byte) (size >> Byte.SIZE)
                : i == -1 ? (byte) size : i < size ? byteAt(value, i) : 0;
        if (at < wholeBlocks) {
          each &= 0xff;
        }
        int within = at & (BLOCK - 1);
        if (within < Long.BYTES) {
          k1 ^= each << (within * Byte.SIZE);
        } else {
          k2 ^= each << ((within - Long.BYTES) * Byte.SIZE);
        }
        at++;
        if (within == BLOCK - 1) {
          h1 ^= first(k1);
          h1 = Long.rotateLeft(h1, 27) + h2;
          h1 = h1 * 5 + 0x52dce729;
          h2 ^= second(k2);
          h2 = Long.rotateLeft(h2, 31) + h1;
          h2 = h2 * 5 + 0x38495ab5;
          k1 = 0;
          k2 = 0;
        }
      }
    }
    return end(h1 ^ first(k1), h2 ^ second(k2), length);
  }

  private static ByteBuffer value(BoundStatement statement, List<Integer> columns, int column) {
    ByteBuffer value = statement.getBytesUnsafe(columns.get(column));
    if (value == null) {
      throw new IllegalArgumentException("A column of a partition key has no value.");
    }
    return value;
  }

  private static byte byteAt(ByteBuffer value, int index) {
    return value.get(value.position() + index);
  }

  private static long first(long k1) {
    return Long.rotateLeft(k1 * C1, 31) * C2;
  }

  private static long second(long k2) {
    return Long.rotateLeft(k2 * C2, 33) * C1;
  }

  private static long end(long hash1, long hash2, int length) {
    long h1 = hash1 ^ length;
    long h2 = hash2 ^ length;
    h1 += h2;
    h2 += h1;
    long token = mix(h1) + mix(h2);
    return token == Long.MIN_VALUE ? Long.MAX_VALUE : token;
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
