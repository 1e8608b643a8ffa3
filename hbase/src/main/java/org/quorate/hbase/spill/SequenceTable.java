package org.quorate.hbase.spill;

import java.util.Arrays;

/**
 * Numbers by sequence, without an object for each: a hash table with open addressing (linear
 * probing, deletion by shifting back). It grows with the most it has held at once. Not thread-safe.
 */
final class SequenceTable {
  /** What stands for no number; others must not be negative. */
  static final long ABSENT = -1;

  private static final int FIRST_CAPACITY = 64;
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[FIRST_CAPACITY];
  private long[] values = absent(FIRST_CAPACITY);
  private int size;

  /**
   * Sets the number of a sequence.
   *
   * @return what it was before, or {@link #ABSENT}
   */
  long put(long key, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("a negative number: " + value);
    }
    int slot = find(key);
    long before = values[slot];
    keys[slot] = key;
    values[slot] = value;
    if (before == ABSENT && ++size > keys.length / 2) {
      grow();
    }
    return before;
  }

  /** The number of a sequence, or {@link #ABSENT}. */
  long get(long key) {
    return values[find(key)];
  }

  boolean contains(long key) {
    return get(key) != ABSENT;
  }

  /**
   * Forgets a sequence.
   *
   * @return its number, or {@link #ABSENT}
   */
  long remove(long key) {
    int gap = find(key);
    long before = values[gap];
    if (before == ABSENT) {
      return ABSENT;
    }
    int mask = keys.length - 1;
    for (int next = (gap + 1) & mask; values[next] != ABSENT; next = (next + 1) & mask) {
      int home = home(keys[next], mask);
      // It may move into the gap unless its home lies between the gap and itself.
      boolean reachesTheGap = ((next - home) & mask) >= ((next - gap) & mask);
      if (reachesTheGap) {
        keys[gap] = keys[next];
        values[gap] = values[next];
        gap = next;
      }
    }
    values[gap] = ABSENT;
    size--;
    return before;
  }

  int size() {
    return size;
  }

  /** Makes room for so many more, so that entering these cannot fail for want of memory. */
  void reserve(int more) {
    while (size + more > keys.length / 2) {
      grow();
    }
  }

  /** The slot of a key, or the free one where it would go. */
  private int find(long key) {
    int mask = keys.length - 1;
    int slot = home(key, mask);
    while (values[slot] != ABSENT && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int home(long key, int mask) {
    return (int) ((key * MIXER) >>> 32) & mask;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    long[] newKeys = new long[oldKeys.length * 2];
    long[] newValues = absent(newKeys.length);
    keys = newKeys;
    values = newValues;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        int slot = find(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }

  private static long[] absent(int length) {
    long[] values = new long[length];
    Arrays.fill(values, ABSENT);
    return values;
  }
}
