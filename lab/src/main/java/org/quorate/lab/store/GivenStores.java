package org.quorate.lab.store;

import java.util.List;

/**
 * Stores that somebody else opened and will close, and that defer nothing. One alone serves any
 * number of lanes.
 */
record GivenStores(List<Store> stores) implements LaneStores {
  GivenStores {
    if (stores.isEmpty()) {
      throw new IllegalArgumentException("Load needs at least 1 store to be sent to.");
    }
  }

  @Override
  public int lanes() {
    return stores.size();
  }

  @Override
  public Store lane(int lane) {
    return stores.get(stores.size() == 1 ? 0 : lane);
  }

  @Override
  public void close() {}
}
