package org.quorate.lab.store;

import org.quorate.core.level.Level;
import org.quorate.load.store.ChosenCompletion;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * A store that sends everything on to another one, but for what a subclass does otherwise. Closing
 * leaves the other open, which others use as well. Thread-safe where the other is.
 */
public abstract class ForwardingStore implements Store {
  /** The other one. */
  protected final Store store;

  /** Sends to this store. */
  protected ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    store.read(key, field, level, completion);
  }

  @Override
  public void readAsChosen(long key, int field, ChosenCompletion completion) {
    store.readAsChosen(key, field, completion);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    store.write(key, field, values, version, level, completion);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    store.scan(key, length, field, level, completion);
  }

  @Override
  public void finish() throws InterruptedException {
    store.finish();
  }

  @Override
  public void close() {}
}
