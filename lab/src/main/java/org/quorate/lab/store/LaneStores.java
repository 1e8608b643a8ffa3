package org.quorate.lab.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.quorate.study.result.ReadBackResult;

/**
 * What the clients of one run send to, opened for the run and closed after it: one store for all,
 * where its calls do not block, or one for each lane, that is, for each thread that sends load.
 * Used by one thread, but for the stores.
 */
public interface LaneStores extends AutoCloseable {
  /** Threads that load is to be sent by, at least 1. */
  int lanes();

  /**
   * The store that a lane sends to; the same at every call.
   *
   * @param lane from 0 to {@code lanes() - 1}
   */
  Store lane(int lane);

  /**
   * Forgets all writes so far: {@link #deferred()} tells of what is accepted from now on. Called
   * while every store is {@linkplain Store#finish() finished}.
   */
  default void begin() {}

  /**
   * What has become of the deferred writes; empty where writes complete only when the server has
   * answered. Called once every store is {@linkplain Store#finish() finished}, or was given up.
   */
  default Optional<DeferredWrites> deferred() {
    return Optional.empty();
  }

  /**
   * Reads every row back that was written since {@link #begin()}, and tells whether the
   * acknowledged writes are there; empty where nobody asked for that to be remembered. Called once
   * every store is {@linkplain Store#finish() finished}.
   *
   * @throws IOException when rows cannot be read
   */
  default Optional<ReadBackResult> readBack() throws IOException {
    return Optional.empty();
  }

  /** Lets go of what was opened for the run. Never throws. */
  @Override
  void close();

  /** One store for one lane or more. It stays open. */
  static LaneStores shared(Store store) {
    return new GivenStores(List.of(store));
  }

  /**
   * A store for each lane. They stay open.
   *
   * @param stores at least one
   */
  static LaneStores of(List<? extends Store> stores) {
    return new GivenStores(List.copyOf(stores));
  }
}
