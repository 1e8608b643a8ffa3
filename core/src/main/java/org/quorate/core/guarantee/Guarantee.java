package org.quorate.core.guarantee;

import java.util.Locale;

/**
 * What a client can be promised of its own reads of one key (Terry et al., "Session guarantees for
 * weakly consistent replicated data", 1994).
 */
public enum Guarantee {
  /** A read returns the client's own acknowledged writes, or what has a later timestamp. */
  READ_YOUR_WRITES,

  /** A read returns nothing older than what an earlier read of the client has returned. */
  MONOTONIC_READS;

  /** As in settings, such as {@code read-your-writes}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
