package org.quorate.load.history;

import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/** Keeps nothing: for runs whose staleness is not judged. */
enum NoHistory implements LaneHistory {
  INSTANCE;

  @Override
  public void read(
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {}

  @Override
  public void write(
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {}
}
