package org.quorate.core.evidence;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A replica that a process has seen to lack writes, or that it expects to. Immutable.
 *
 * @param replica host id of its node
 * @param seconds for how long the process has held it for that, at least 0
 * @param reason why, for people: without control characters, and cut to {@value #LONGEST_REASON}
 *     bytes of UTF-8 at most
 */
public record ReplicaBehind(UUID replica, int seconds, String reason) {
  /** In bytes. */
  static final int LONGEST_REASON = 100;

  /**
   * @throws IllegalArgumentException if the time is negative
   */
  public ReplicaBehind {
    if (seconds < 0) {
      throw new IllegalArgumentException(
          "A replica is behind for a time of 0 s or more, but for " + seconds + " s.");
    }
    reason = cut(reason.replaceAll("\\p{Cntrl}", " "));
  }

  private static String cut(String text) {
    String kept = text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) : text;
    while (kept.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
    }
    return kept;
  }
}
