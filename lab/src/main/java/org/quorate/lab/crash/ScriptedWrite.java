package org.quorate.lab.crash;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One of the writes of a thread of a {@link KilledWriter}. Each puts a row of two columns, but for
 * every tenth, which deletes one of them from a row that was put five writes earlier. The other
 * stays, so that each write can be told by itself to be there: a delete of a whole row would look
 * as if it had been done where the servers have neither of the two. Five of a hundred go to three
 * rows that the thread keeps, see {@link Kind}.
 *
 * @param run tells the rows of several writers apart
 * @param thread from 0
 * @param number from 0, in the order in which the thread writes
 */
record ScriptedWrite(String run, int thread, long number) {
  static final byte[] FAMILY = Bytes.toBytes("f");

  private static final byte[] KEPT = Bytes.toBytes("kept");
  private static final byte[] DELETABLE = Bytes.toBytes("number");
  private static final int VALUE_BYTES = 100;
  private static final int CYCLE = 10;
  private static final int LONG_CYCLE = 100;
  private static final int DELETED = 4;
  private static final int DELETES = 9;

  /** What is counted up begins at the number of its write, with room for so many. */
  private static final long COUNTS = 1000;

  private static final int HELD_FOR = 2;
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  /** What a write does. */
  enum Kind {
    /** Puts a row of its own. */
    PUT,
    /** Deletes a column of an earlier row. */
    DELETE,
    /** Puts its number over that of the write of this kind before, unseen. */
    OVERWRITE,
    /** Sets a counter to a value that follows from its number. */
    SET,
    /** Adds one to the counter, as soon as a server has what it was set to. */
    INCREMENT,
    /** Takes a lock that nobody has, by a check-and-mutate. */
    TAKE,
    /** Releases the lock by a delete, unseen. */
    RELEASE
  }

  Kind kind() {
    return switch ((int) (number % LONG_CYCLE)) {
      case 50 -> Kind.OVERWRITE;
      case 51 -> Kind.SET;
      case 52 -> Kind.INCREMENT;
      case 53 -> Kind.TAKE;
      case 53 + HELD_FOR -> Kind.RELEASE;
      default -> number % CYCLE == DELETES ? Kind.DELETE : Kind.PUT;
    };
  }

  /** The earlier write of whose row this one deletes a column. */
  ScriptedWrite before() {
    return new ScriptedWrite(run, thread, number - (DELETES - DELETED));
  }

  /**
   * The write to begin with again where this is the first that a killed process is not known to
   * have had accepted: a counter that may have been counted up is set anew.
   */
  ScriptedWrite resumed() {
    return kind() == Kind.INCREMENT ? new ScriptedWrite(run, thread, number - 1) : this;
  }

  /** The key that it writes to; keys begin with two hexadecimal digits, spread evenly. */
  byte[] row() {
    return switch (kind()) {
      case PUT -> row(number, Long.toString(number));
      case DELETE -> before().row();
      case OVERWRITE -> row(-1, "overwritten");
      case SET, INCREMENT -> row(-2, "counter");
      case TAKE, RELEASE -> row(-3, "lock");
    };
  }

  private byte[] row(long spreadBy, String name) {
    int spread = Long.hashCode((31L * spreadBy + thread) * 0x9E3779B97F4A7C15L) & 0xFF;
    return Bytes.toBytes(
        String.valueOf(DIGITS[spread >> 4])
            + DIGITS[spread & 15]
            + '-'
            + run
            + '-'
            + thread
            + '-'
            + name);
  }

  /**
   * Writes, and returns when that is accepted.
   *
   * @param mutator for rows of single writes
   * @param table for the rows that are kept
   * @param isFirst whether it may have been done in part by a process that was killed
   * @throws IOException if it is not accepted, as where a lock is held that should not be
   */
  void write(BufferedMutator mutator, Table table, boolean isFirst) throws IOException {
    switch (kind()) {
      case PUT, DELETE -> mutator.mutate(mutation());
      case OVERWRITE, SET -> table.put((Put) mutation());
      case RELEASE -> table.delete((Delete) mutation());
      case INCREMENT -> table.increment(new Increment(row()).addColumn(FAMILY, DELETABLE, 1));
      case TAKE -> take(table, isFirst);
    }
  }

  private void take(Table table, boolean isFirst) throws IOException {
    if (isFirst) {
      table.delete(new Delete(row()).addColumns(FAMILY, DELETABLE));
    }
    CheckAndMutate request =
        CheckAndMutate.newBuilder(row())
            .ifNotExists(FAMILY, DELETABLE)
            .build(new Put(row()).addColumn(FAMILY, DELETABLE, Bytes.toBytes(number)));
    if (!table.checkAndMutate(request).isSuccess()) {
      throw new IOException("a lock that was released is held, at write " + number);
    }
  }

  /** What is sent, where that is no request with an answer of its own. */
  Mutation mutation() {
    return switch (kind()) {
      case DELETE, RELEASE -> new Delete(row()).addColumns(FAMILY, DELETABLE);
      case PUT ->
          new Put(row())
              .addColumn(FAMILY, KEPT, value())
              .addColumn(FAMILY, DELETABLE, Bytes.toBytes(number));
      case OVERWRITE -> new Put(row()).addColumn(FAMILY, DELETABLE, Bytes.toBytes(number));
      case SET -> new Put(row()).addColumn(FAMILY, DELETABLE, Bytes.toBytes(number * COUNTS));
      case INCREMENT, TAKE ->
          throw new IllegalStateException(kind() + " is a request with an answer of its own.");
    };
  }

  /**
   * Whether the servers have it, and nothing that was never written. A delete without its put
   * cannot be told from none, so that it counts as missing.
   *
   * @param row as it was read
   * @param last number of the last write of the thread that is known to be accepted; the next one
   *     may have reached the servers too
   */
  boolean isThere(Result row, long last) {
    byte[] read = row.getValue(FAMILY, DELETABLE);
    return switch (kind()) {
      case PUT -> isPut(row, read, last);
      case DELETE -> hasPut(row, before()) && read == null;
      case OVERWRITE -> isWithin(read, number, last + 1);
      case SET -> isCounted(read, number * COUNTS, last);
      case INCREMENT -> isCounted(read, (number - 1) * COUNTS + 1, last);
      case TAKE -> read == null ? number + HELD_FOR <= last + 1 : isWithin(read, number, last + 1);
      case RELEASE -> read == null || isWithin(read, number - HELD_FOR + LONG_CYCLE, last + 1);
    };
  }

  private boolean isPut(Result row, byte @Nullable [] read, long last) {
    return hasPut(row, this)
        && (read == null ? mayBeDeleted(last) : Arrays.equals(read, Bytes.toBytes(number)));
  }

  private static boolean hasPut(Result row, ScriptedWrite put) {
    return Arrays.equals(row.getValue(FAMILY, KEPT), put.value());
  }

  private static boolean isWithin(byte @Nullable [] read, long least, long most) {
    return read != null && Bytes.toLong(read) >= least && Bytes.toLong(read) <= most;
  }

  /** A counter is counted up once after it was set, or not yet. */
  private static boolean isCounted(byte @Nullable [] read, long least, long last) {
    return isWithin(read, least, (last + 1) * COUNTS + 1) && Bytes.toLong(read) % COUNTS <= 1;
  }

  /** Whether the delete of its column may have been done. */
  private boolean mayBeDeleted(long last) {
    return number % CYCLE == DELETED && number + (DELETES - DELETED) <= last + 1;
  }

  private byte[] value() {
    return Arrays.copyOf(Bytes.toBytes(number), VALUE_BYTES);
  }
}
