package org.quorate.hbase.metric;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Hears of single writes, on the executor that came with it or on one thread of deferral's own, in
 * order if that has one thread: so it may take its time, write, flush and read. Ten thousand things
 * that it has not been told of are kept; what comes beyond that is dropped and counted. What it
 * throws is logged and dropped.
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
