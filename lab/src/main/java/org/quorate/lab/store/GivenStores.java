package org.quorate.lab.store;

import java.util.List;
import org.quorate.load.store.Store;

/** Stores that somebody else opened and will close, and that defer nothing, one for each lane. */
record GivenStores(List<Store> stores) implements LaneStores {
  GivenStores {
    stores = List.copyOf(stores);
  }

  @Override
  public int lanes() {
    return stores.size();
  }

  @Override
  public Store lane(int lane) {
    return stores.get(lane);
  }

  @Override
  public void close() {}
}
