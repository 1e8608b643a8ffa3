package org.quorate.lab.store.cassandra;

import org.jspecify.annotations.Nullable;

/**
 * A cluster cannot be connected to, or a keyspace or table is not as it must be. The message is one
 * sentence for the user: what is wrong and what to do about it.
 */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
