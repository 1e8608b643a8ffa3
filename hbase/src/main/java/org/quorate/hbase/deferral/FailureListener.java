package org.quorate.hbase.deferral;

import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** Takes back writes that were given up. */
@FunctionalInterface
public interface FailureListener {
  /**
   * Called on a thread of its own, never twice at a time for one account: a mutator, or a table of
   * a session. Those of several may be told at a time.
   *
   * @param failure with the mutations (as they were sent, with their timestamps) and the reasons
   * @throws RetriesExhaustedWithDetailsException to have a mutator's next call throw it; of a
   *     session, which need not be called again, it is logged, and the writes count as handed back
   */
  void failed(RetriesExhaustedWithDetailsException failure)
      throws RetriesExhaustedWithDetailsException;
}
