package org.quorate.core.oracle;

/**
 * Numbers distinct keys 0, 1, 2, ... in the order in which they first appear, without a table as
 * long as the keys themselves are in that order.
 */
final class KeyNumbers {
  private long[] keys = new long[0];
  private int[] numbers = new int[0];
  private boolean hashed;
  private int size;

  int number(long key) {
    if (!hashed) {
      if (key >= 0 && key < size) {
        return (int) key;
      }
      if (key == size) {
        return size++;
      }
      hash();
    }
    int mask = keys.length - 1;
    int slot = first(key, mask);
    while (numbers[slot] != 0) {
      if (keys[slot] == key) {
        return numbers[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    size++;
    put(slot, key, size);
    if (size * 2L > keys.length) {
      grow();
    }
    return size - 1;
  }

  int size() {
    return size;
  }

  private void hash() {
    hashed = true;
    int capacity = 1024;
    while (capacity < size * 2L) {
      capacity *= 2;
    }
    keys = new long[capacity];
    numbers = new int[capacity];
    for (int i = 0; i < size; i++) {
      insert(i, i + 1);
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[oldKeys.length * 2];
    numbers = new int[oldKeys.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] != 0) {
        insert(oldKeys[i], oldNumbers[i]);
      }
    }
  }

  private void insert(long key, int number) {
    int mask = keys.length - 1;
    int slot = first(key, mask);
    while (numbers[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    put(slot, key, number);
  }

  private void put(int slot, long key, int number) {
    keys[slot] = key;
    numbers[slot] = number;
  }

  private static int first(long key, int mask) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
  }
}
