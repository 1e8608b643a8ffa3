package org.quorate.lab.crash;

import java.util.Arrays;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One of the writes of a thread of a {@link KilledWriter}. Each puts a row of two columns, but for
 * every tenth, which deletes one of them from a row that was put five writes earlier. The other
 * stays, so that each write can be told by itself to be there: a delete of a whole row would look
 * as if it had been done where the servers have neither of the two.
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
  private static final int DELETED = 4;
  private static final int DELETES = 9;
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  /** Whether it deletes {@link #before}. */
  boolean deletes() {
    return number % CYCLE == DELETES;
  }

  /** The earlier write of whose row this one deletes a column. */
  ScriptedWrite before() {
    return new ScriptedWrite(run, thread, number - (DELETES - DELETED));
  }

  /** The key that it writes to; keys begin with two hexadecimal digits, spread evenly. */
  byte[] row() {
    ScriptedWrite owner = deletes() ? before() : this;
    int spread = Long.hashCode((31L * owner.number + thread) * 0x9E3779B97F4A7C15L) & 0xFF;
    return Bytes.toBytes(
        String.valueOf(DIGITS[spread >> 4])
            + DIGITS[spread & 15]
            + '-'
            + run
            + '-'
            + thread
            + '-'
            + owner.number);
  }

  /** What is sent. */
  Mutation mutation() {
    if (deletes()) {
      return new Delete(row()).addColumns(FAMILY, DELETABLE);
    }
    return new Put(row())
        .addColumn(FAMILY, KEPT, value())
        .addColumn(FAMILY, DELETABLE, Bytes.toBytes(number));
  }

  /**
   * Whether the servers have it. A delete without its put cannot be told from none, so that it
   * counts as missing.
   *
   * @param row as it was read
   * @param last number of the last write of the thread that is known to be accepted; the next one
   *     may have reached the servers too
   */
  boolean isThere(Result row, long last) {
    ScriptedWrite put = deletes() ? before() : this;
    if (!Arrays.equals(row.getValue(FAMILY, KEPT), put.value())) {
      return false;
    }
    byte[] deletable = row.getValue(FAMILY, DELETABLE);
    if (deletes()) {
      return deletable == null;
    }
    return Arrays.equals(deletable, Bytes.toBytes(number))
        || (deletable == null && mayBeDeleted(last));
  }

  /** Whether the delete of its column may have been done. */
  private boolean mayBeDeleted(long last) {
    return number % CYCLE == DELETED && number + (DELETES - DELETED) <= last + 1;
  }

  private byte[] value() {
    return Arrays.copyOf(Bytes.toBytes(number), VALUE_BYTES);
  }
}
