package org.quorate.lab.store;

import org.quorate.core.level.Level;

/**
 * A replicated table that operations are sent to. Every method returns at once; the outcome arrives
 * at the completion, exactly once, on any thread, possibly before the method returns. Thread-safe.
 *
 * <p>A store neither retries nor speculates: one call is one request, so that a history can say
 * what was sent.
 */
public interface Store extends AutoCloseable {
  /** All fields of a row. */
  int ALL_FIELDS = -1;

  /**
   * Reads one row.
   *
   * @param key the number after {@code user}
   * @param field the field to return, or {@link #ALL_FIELDS}
   */
  void read(long key, int field, Level level, Completion completion);

  /**
   * Writes fields of one row, creating it where it is not there. The version goes with the
   * mutation, as its timestamp (microseconds) and in a column of its own.
   *
   * @param field the field to write, or {@link #ALL_FIELDS}
   * @param values one value per written field, in the order of the fields
   */
  void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion);

  /** Reads up to {@code length} rows from {@code key} on, in the order of the store. */
  void scan(long key, int length, int field, Level level, Completion completion);

  @Override
  void close();
}
