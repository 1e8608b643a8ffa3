package org.quorate.bench;

import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/** A store that does nothing, at once: what remains is the generator's own cost. */
final class NullStore implements Store {
  @Override
  public void read(long key, int field, Level level, Completion completion) {
    completion.completed(Outcome.OK, 1, null);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  @Override
  public void close() {}
}
