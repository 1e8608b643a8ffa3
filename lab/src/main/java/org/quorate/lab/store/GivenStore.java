package org.quorate.lab.store;

import org.quorate.load.store.Store;

/**
 * A store that somebody else opened and will close, and that defers nothing. It serves any number
 * of lanes.
 */
record GivenStore(Store store) implements LaneStores {
  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public Store lane(int lane) {
    return store;
  }

  @Override
  public void close() {}
}
