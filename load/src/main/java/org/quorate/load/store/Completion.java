package org.quorate.load.store;

import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;

/** Told once what became of one request. Implementations are cheap and never block or throw. */
public interface Completion {
  /** The version of a read that found no row, and of every request that returns none. */
  long NO_VERSION = Long.MIN_VALUE;

  /**
   * @param outcome {@code OK}; {@code TIMEOUT} for a write of unknown fate; {@code ERROR} for a
   *     read without a result and a write known not to have happened
   * @param version the version that a read returned, or {@link #NO_VERSION}
   * @param error the kind of error, such as {@code WriteTimeout}, or null for {@code OK}
   */
  void completed(Outcome outcome, long version, @Nullable String error);
}
