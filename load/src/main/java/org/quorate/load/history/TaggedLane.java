package org.quorate.load.history;

import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/**
 * A lane that keeps operations as the history format has them: a read without a result is an error
 * and has no version, and a write that timed out never ended. Allocates nothing itself.
 */
public abstract class TaggedLane implements LaneHistory {
  @Override
  public final void take(
      OperationType type,
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {
    if (type == OperationType.READ) {
      boolean ok = outcome == Outcome.OK;
      add(
          key,
          ok ? version : HistoryFormat.NO_VERSION,
          invokeNanos,
          completeNanos,
          OperationTag.of(type, ok ? Outcome.OK : Outcome.ERROR, level, client));
      return;
    }
    if (version == HistoryFormat.NO_VERSION) {
      throw new IllegalArgumentException("A write carries a version, but this one has none.");
    }
    add(
        key,
        version,
        invokeNanos,
        outcome == Outcome.TIMEOUT ? HistoryFormat.NEVER : completeNanos,
        OperationTag.of(type, outcome, level, client));
  }

  /**
   * Keeps an operation.
   *
   * @param version {@link HistoryFormat#NO_VERSION} of a read without one
   * @param completeNanos {@link HistoryFormat#NEVER} of a write that is open-ended
   * @param tag of {@link OperationTag}
   */
  protected abstract void add(
      long key, long version, long invokeNanos, long completeNanos, long tag);
}
