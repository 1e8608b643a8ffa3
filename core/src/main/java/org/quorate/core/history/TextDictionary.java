package org.quorate.core.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers distinct texts 0, 1, 2, ... in the order in which they first appear. Exact: equal hashes
 * are told apart by comparing the bytes. About 20 bytes per text beside its own. Not thread-safe.
 */
public final class TextDictionary {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int PAGE_BITS = 17;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;
  private static final int FIRST_PAGE_BYTES = 1 << 10;
  private static final int INITIAL_SLOTS = 1 << 6;
  private static final int LENGTH_BITS = 17;

  /** Each slot holds the upper half of a hash and the number of a text plus one; 0 is free. */
  private long[] slots = new long[INITIAL_SLOTS];

  private long[] places = new long[INITIAL_SLOTS];
  private byte[][] pages = new byte[1][];
  private int pageCount;
  private int pageUsed;
  private int size;

  /**
   * The number of a text, which is added where it is new.
   *
   * @param length below 2^17
   */
  public int number(byte[] buffer, int start, int length) {
    long hash = hash(buffer, start, length);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0) {
        return add(slot, hash, buffer, start, length);
      }
      if ((entry ^ hash) >>> 32 == 0) {
        int number = (int) entry - 1;
        if (equalsText(number, buffer, start, length)) {
          return number;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  /** How many distinct texts there are. */
  public int size() {
    return size;
  }

  /** The memory in use, in bytes. */
  public long memoryBytes() {
    long ofPages = pageCount == 0 ? 0 : (pageCount - 1L) * PAGE_BYTES + pages[pageCount - 1].length;
    return (long) (slots.length + places.length) * Long.BYTES + ofPages;
  }

  /** The page of bytes that holds a text. */
  public byte[] page(int number) {
    return pages[(int) (places[number] >>> (PAGE_BITS + LENGTH_BITS))];
  }

  /** Where a text starts in its page. */
  public int start(int number) {
    return (int) (places[number] >>> LENGTH_BITS) & (PAGE_BYTES - 1);
  }

  /** The length of a text in bytes. */
  public int length(int number) {
    return (int) places[number] & ((1 << LENGTH_BITS) - 1);
  }

  /** A hash of 64 bits in which every bit of the text counts. */
  public static long hash(byte[] buffer, int start, int length) {
    long hash = length * 0x9E3779B97F4A7C15L;
    int at = start;
    int end = start + length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash ^ (long) LONGS.get(buffer, at));
    }
    long rest = 0;
    for (int shift = 0; at < end; at++, shift += Byte.SIZE) {
      rest |= (buffer[at] & 0xFFL) << shift;
    }
    return mix(hash ^ rest);
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), a bijection. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private boolean equalsText(int number, byte[] buffer, int start, int length) {
    int textStart = start(number);
    return length(number) == length
        && Arrays.equals(
            page(number), textStart, textStart + length, buffer, start, start + length);
  }

  private int add(int slot, long hash, byte[] buffer, int start, int length) {
    if (length >= 1 << LENGTH_BITS) {
      throw new IllegalArgumentException(
          "A text is shorter than 2^17 bytes, but this one has " + length + ".");
    }
    if (pageCount == 0 || pageUsed + length > pages[pageCount - 1].length) {
      makeRoom(length);
    }
    System.arraycopy(buffer, start, pages[pageCount - 1], pageUsed, length);
    if (size == places.length) {
      places = Arrays.copyOf(places, size * 2);
    }
    places[size] =
        ((long) (pageCount - 1) << (PAGE_BITS + LENGTH_BITS))
            | ((long) pageUsed << LENGTH_BITS)
            | length;
    pageUsed += length;
    slots[slot] = (hash & 0xFFFFFFFF00000000L) | (size + 1);
    size++;
    if (size * 2L > slots.length) {
      grow();
    }
    return size - 1;
  }

  /** Only the first page is shorter than others, until it is full; many dictionaries are small. */
  private void makeRoom(int length) {
    if (pageCount == 1 && pageUsed + length <= PAGE_BYTES) {
      int bytes = Math.max(2 * pages[0].length, pageUsed + length);
      pages[0] = Arrays.copyOf(pages[0], Math.min(PAGE_BYTES, bytes));
      return;
    }
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
    }
    pages[pageCount] = new byte[pageCount == 0 ? Math.max(FIRST_PAGE_BYTES, length) : PAGE_BYTES];
    pageCount++;
    pageUsed = 0;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length * 2];
    int mask = slots.length - 1;
    for (long entry : old) {
      if (entry != 0) {
        int number = (int) entry - 1;
        int slot = (int) hash(page(number), start(number), length(number)) & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = entry;
      }
    }
  }
}
