package org.quorate.load.store;

import org.quorate.core.level.Level;

/**
 * A replicated table that operations are sent to. The outcome of a call arrives at its completion,
 * exactly once, on any thread, possibly before the method returns.
 *
 * <p>Over a client library that does not block, methods return at once and a store is thread-safe.
 * Over one that does, they return with the outcome, within a time limit of the store's own that is
 * shorter than the patience of whoever sends the load, and a store serves one client; see {@link
 * DrivenStores}.
 *
 * <p>A store neither retries nor speculates: one call is one request, so that a history can say
 * what was sent. Where writes are deferred, a call ends when the write is accepted; what has become
 * of it later is told by {@link DrivenStores#deferred()}.
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
   * Reads one row at the level that the session behind this store chooses, as an application's read
   * would be sent.
   *
   * @param field the field to return, or {@link #ALL_FIELDS}
   * @throws UnsupportedOperationException if no such session is behind it
   */
  default void readAsChosen(long key, int field, ChosenCompletion completion) {
    throw new UnsupportedOperationException("No session behind this store chooses levels.");
  }

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

  /**
   * Sends every write that was accepted, and returns when the server has answered for all of them,
   * for good or ill. Called while no other call is under way. Does nothing where a write completes
   * only when the server has answered.
   *
   * @throws InterruptedException if the thread is interrupted; what is not answered for by then
   *     counts as not acknowledged
   */
  default void finish() throws InterruptedException {}

  @Override
  void close();
}
