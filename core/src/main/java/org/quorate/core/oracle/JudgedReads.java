package org.quorate.core.oracle;

/**
 * Is told of every read that the oracle judges, key by key and, within a key, in the order of
 * invocation, for whoever counts what a {@link Judgement} does not. Called on the judging thread.
 */
public interface JudgedReads {
  /** Hears nothing. */
  JudgedReads NONE =
      new JudgedReads() {
        @Override
        public void read(long tag, long invokeNanos, long nanosSinceWrite, boolean stale) {}

        @Override
        public void keyEnds() {}
      };

  /**
   * A read with outcome ok was judged.
   *
   * @param tag of the read, see {@link org.quorate.core.history.OperationTag}
   * @param invokeNanos when it was invoked
   * @param nanosSinceWrite how long before that a write of its key, of any group, was the last to
   *     complete with outcome ok, at least 1 ns; {@link
   *     org.quorate.core.recency.RecentWrites#NEVER_WRITTEN} where none was
   * @param stale whether it was stale
   */
  void read(long tag, long invokeNanos, long nanosSinceWrite, boolean stale);

  /** All reads of one key have been told; those of another follow. */
  void keyEnds();
}
