package org.quorate.core.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Operations in memory, in the order in which they were added, at 40 bytes each. Keys are numbers:
 * those of the recording side, or those that a {@link TextDictionary} gives to arbitrary keys. Not
 * thread-safe.
 */
public final class OperationLog {
  /** What one operation costs. */
  public static final int BYTES_PER_OPERATION = 5 * Long.BYTES;

  private static final int FIELDS = 5;
  private static final int CHUNK_BITS = 13;
  private static final int CHUNK_OPERATIONS = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK_OPERATIONS - 1;

  /**
   * Many logs are short, and zeroing the memory of a whole chunk takes longer than filling them.
   */
  private static final int FIRST_OPERATIONS = 64;

  private final List<long[]> chunks = new ArrayList<>();
  private long[] last = new long[0];
  private int size;

  /**
   * Adds an operation.
   *
   * @param version {@link HistoryFormat#NO_VERSION} for a read without a row
   * @param completeNanos {@link HistoryFormat#NEVER} for an operation without completion
   * @param tag see {@link OperationTag}
   */
  public void add(long key, long version, long invokeNanos, long completeNanos, long tag) {
    int at = (size & CHUNK_MASK) * FIELDS;
    if (at == 0) {
      last = new long[(size == 0 ? FIRST_OPERATIONS : CHUNK_OPERATIONS) * FIELDS];
      chunks.add(last);
    } else if (at == last.length) {
      last = Arrays.copyOf(last, 2 * last.length);
      chunks.set(chunks.size() - 1, last);
    }
    last[at] = key;
    last[at + 1] = version;
    last[at + 2] = invokeNanos;
    last[at + 3] = completeNanos;
    last[at + 4] = tag;
    size = Math.addExact(size, 1);
  }

  /** How many operations there are. */
  public int size() {
    return size;
  }

  /** The key of an operation. */
  public long key(int operation) {
    return field(operation, 0);
  }

  /** The version of an operation. */
  public long version(int operation) {
    return field(operation, 1);
  }

  /** When an operation was invoked, in ns. */
  public long invokeNanos(int operation) {
    return field(operation, 2);
  }

  /** When an operation completed, in ns. */
  public long completeNanos(int operation) {
    return field(operation, 3);
  }

  /** The other properties of an operation, see {@link OperationTag}. */
  public long tag(int operation) {
    return field(operation, 4);
  }

  /** Forgets all operations. */
  public void clear() {
    chunks.clear();
    last = new long[0];
    size = 0;
  }

  private long field(int operation, int field) {
    return chunks.get(operation >>> CHUNK_BITS)[(operation & CHUNK_MASK) * FIELDS + field];
  }
}
