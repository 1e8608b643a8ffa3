package org.quorate.cassandra.monitor;

import org.jspecify.annotations.Nullable;

/**
 * A source cannot be used, now or later; the message says why and what to do, in one sentence that
 * may be shown to people.
 */
public final class SourceException extends Exception {
  private static final long serialVersionUID = 1L;

  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
