package org.quorate.load.history;

import org.jspecify.annotations.Nullable;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/** Fills chunks and hands the full ones to the writer. */
final class RecordingLane implements LaneHistory {
  private final HistoryWriter writer;
  private @Nullable Chunk chunk;

  RecordingLane(HistoryWriter writer) {
    this.writer = writer;
  }

  @Override
  public void take(
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

  private void add(long key, long version, long invokeNanos, long completeNanos, long tag) {
    writer.check();
    Chunk current = chunk;
    if (current == null) {
      current = writer.take();
      chunk = current;
    }
    if (current.add(key, version, invokeNanos, completeNanos, tag)) {
      chunk = null;
      writer.put(current);
    }
  }

  /** Hands over what is left; the lane's thread has stopped. */
  void finish() {
    Chunk current = chunk;
    chunk = null;
    if (current != null) {
      writer.put(current);
    }
  }
}
