package org.quorate.load.history;

import org.jspecify.annotations.Nullable;

/** Fills chunks and hands the full ones to the writer. */
final class RecordingLane extends TaggedLane {
  private final HistoryWriter writer;
  private @Nullable Chunk chunk;

  RecordingLane(HistoryWriter writer) {
    this.writer = writer;
  }

  @Override
  protected void add(long key, long version, long invokeNanos, long completeNanos, long tag) {
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
