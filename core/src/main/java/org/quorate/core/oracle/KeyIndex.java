package org.quorate.core.oracle;

import java.util.Arrays;
import org.quorate.core.history.OperationLog;

/** The operations of a log, key by key, in the order of the log within each key. */
final class KeyIndex {
  private final int[] starts;
  private final int[] operations;

  private KeyIndex(int[] starts, int[] operations) {
    this.starts = starts;
    this.operations = operations;
  }

  /** Sorts by counting: O(n). */
  static KeyIndex of(OperationLog log) {
    int size = log.size();
    int[] operations = new int[size];
    KeyNumbers numbers = new KeyNumbers();
    int[] starts = new int[1024];
    for (int i = 0; i < size; i++) {
      int key = numbers.number(log.key(i));
      if (key + 2 > starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[key + 1]++;
    }
    int keys = numbers.size();
    starts = Arrays.copyOf(starts, keys + 1);
    for (int key = 0; key < keys; key++) {
      starts[key + 1] += starts[key];
    }
    int[] next = Arrays.copyOf(starts, keys);
    for (int i = 0; i < size; i++) {
      operations[next[numbers.number(log.key(i))]++] = i;
    }
    return new KeyIndex(starts, operations);
  }

  int keys() {
    return starts.length - 1;
  }

  /** Where the operations of a key start; those of the key before it end there. */
  int start(int key) {
    return starts[key];
  }

  int operation(int at) {
    return operations[at];
  }
}
