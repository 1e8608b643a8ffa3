package org.quorate.core.pool;

import java.util.Locale;

/** The pool that a node is in. */
public enum Pool {
  /** Coordinates requests, and owns a larger range. */
  HOT,
  /** Stores its range, and coordinates nothing while a hot node is up. */
  COLD;

  /** {@code hot} or {@code cold}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
