package org.quorate.load.store;

import java.util.Optional;

/** What the lanes of a load send to. */
@FunctionalInterface
public interface DrivenStores {
  /**
   * The store that a lane sends to; the same at every call.
   *
   * @param lane from 0
   */
  Store lane(int lane);

  /**
   * What has become of the deferred writes; empty where writes complete only when the server has
   * answered. Called once every store is {@linkplain Store#finish() finished}, or was given up.
   */
  default Optional<DeferredWrites> deferred() {
    return Optional.empty();
  }
}
