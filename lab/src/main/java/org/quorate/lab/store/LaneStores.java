package org.quorate.lab.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.quorate.load.store.DrivenStores;
import org.quorate.load.store.Store;
import org.quorate.study.result.ReadBackResult;

/**
 * What the clients of one run send to, opened for the run and closed after it: one store for all,
 * where its calls do not block, or one for each lane, that is, for each thread that sends load.
 * Used by one thread, but for the stores.
 */
public interface LaneStores extends DrivenStores, AutoCloseable {
  /** Threads that load is to be sent by, at least 1. */
  int lanes();

  /**
   * Forgets all writes so far: {@link #deferred} tells of what is accepted from now on. Called
   * while every store is {@linkplain Store#finish() finished}.
   */
  default void begin() {}

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

  /** One store for one lane. It stays open. */
  static LaneStores given(Store store) {
    return given(List.of(store));
  }

  /** A store for each lane, which may be the same one. They stay open. */
  static LaneStores given(List<Store> lanes) {
    return new GivenStores(lanes);
  }
}
