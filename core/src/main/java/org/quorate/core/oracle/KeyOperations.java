package org.quorate.core.oracle;

import java.util.Arrays;
import org.quorate.core.history.OperationLog;

/** The operations of one key in arrays that are used again for the next key. */
final class KeyOperations {
  private static final int INITIAL_CAPACITY = 64;

  long[] version = new long[INITIAL_CAPACITY];
  long[] invokeNanos = new long[INITIAL_CAPACITY];
  long[] completeNanos = new long[INITIAL_CAPACITY];
  long[] tag = new long[INITIAL_CAPACITY];
  int size;

  void add(OperationLog log, int operation) {
    if (size == version.length) {
      int capacity = Math.multiplyExact(size, 2);
      version = Arrays.copyOf(version, capacity);
      invokeNanos = Arrays.copyOf(invokeNanos, capacity);
      completeNanos = Arrays.copyOf(completeNanos, capacity);
      tag = Arrays.copyOf(tag, capacity);
    }
    version[size] = log.version(operation);
    invokeNanos[size] = log.invokeNanos(operation);
    completeNanos[size] = log.completeNanos(operation);
    tag[size] = log.tag(operation);
    size++;
  }

  void clear() {
    size = 0;
  }
}
