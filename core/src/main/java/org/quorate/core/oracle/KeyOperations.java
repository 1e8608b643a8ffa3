package org.quorate.core.oracle;

import org.quorate.core.history.OperationLog;

/** The operations of one key in arrays that are used again for the next key. */
final class KeyOperations {
  private static final int INITIAL_CAPACITY = 64;

  long[] version = new long[INITIAL_CAPACITY];
  long[] invokeNanos = new long[INITIAL_CAPACITY];
  long[] completeNanos = new long[INITIAL_CAPACITY];
  long[] tag = new long[INITIAL_CAPACITY];
  int size;

  /** Starts over, with room for a number of operations. */
  void clear(int operations) {
    size = 0;
    if (operations > version.length) {
      version = new long[operations];
      invokeNanos = new long[operations];
      completeNanos = new long[operations];
      tag = new long[operations];
    }
  }

  void add(OperationLog log, int operation) {
    version[size] = log.version(operation);
    invokeNanos[size] = log.invokeNanos(operation);
    completeNanos[size] = log.completeNanos(operation);
    tag[size] = log.tag(operation);
    size++;
  }
}
