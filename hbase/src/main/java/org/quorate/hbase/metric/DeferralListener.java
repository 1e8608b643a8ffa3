package org.quorate.hbase.metric;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Hears of single writes. Called on threads that carry answers of servers: return at once, and
 * throw nothing; what is thrown is logged and dropped. Do not write, flush or read there: the write
 * that is told of is done with only when the call returns, and a flush of the same writer would
 * wait for it, and so for itself, for ever; a request for the same row until its time is over.
 */
public interface DeferralListener {
  /**
   * A server acknowledged a write: from now on every client sees it.
   *
   * @param mutation with the timestamp that it was given
   * @param acceptedAt by {@link System#nanoTime}
   * @param acknowledgedAt by {@link System#nanoTime}
   */
  default void acknowledged(
      TableName table, Mutation mutation, long acceptedAt, long acknowledgedAt) {}

  /** A write was acknowledged too late, or given up. */
  default void missed(MissedBound miss) {}

  /** The bound begins to be missed, or is kept again; also where no write is answered meanwhile. */
  default void bound(BoundEvent event) {}

  /**
   * A write was given up, and goes back to the application.
   *
   * @param mutation with the timestamp that it was given
   * @param reason why no server took it
   */
  default void failed(TableName table, Mutation mutation, Throwable reason) {}
}
