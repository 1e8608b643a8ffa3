package org.quorate.hbase.deferral;

import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** Takes back writes that were given up. */
@FunctionalInterface
public interface FailureListener {
  /**
   * Called on a thread of its own, never twice at a time for one account: a mutator, or a table of
   * a session. Those of several may be told at a time, but no more than 64 of one deferral: others
   * wait until one returns, so that none may wait for another to be told.
   *
   * <p>It may write. What it writes on the thread on which it is called does not wait for the room
   * of refused writes that others have yet to be told of.
   *
   * @param failure with the mutations (as they were sent, with their timestamps) and the reasons
   * @throws RetriesExhaustedWithDetailsException to have a mutator's next call throw it; of a
   *     session, which need not be called again, it is logged, and the writes count as handed back
   */
  void failed(RetriesExhaustedWithDetailsException failure)
      throws RetriesExhaustedWithDetailsException;
}
