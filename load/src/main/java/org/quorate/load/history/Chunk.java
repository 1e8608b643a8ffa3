package org.quorate.load.history;

/** A fixed number of operations as primitives, on their way from a lane to the writer. */
final class Chunk {
  static final int OPERATIONS = 2048;

  private static final int FIELDS = 5;

  private final long[] fields = new long[OPERATIONS * FIELDS];
  private int used;

  /** Adds an operation and tells whether the chunk is now full. */
  boolean add(long key, long version, long invokeNanos, long completeNanos, long tag) {
    int at = used;
    fields[at] = key;
    fields[at + 1] = version;
    fields[at + 2] = invokeNanos;
    fields[at + 3] = completeNanos;
    fields[at + 4] = tag;
    used = at + FIELDS;
    return used == fields.length;
  }

  int size() {
    return used / FIELDS;
  }

  long key(int operation) {
    return fields[operation * FIELDS];
  }

  long version(int operation) {
    return fields[operation * FIELDS + 1];
  }

  long invokeNanos(int operation) {
    return fields[operation * FIELDS + 2];
  }

  long completeNanos(int operation) {
    return fields[operation * FIELDS + 3];
  }

  long tag(int operation) {
    return fields[operation * FIELDS + 4];
  }

  void clear() {
    used = 0;
  }
}
