package org.quorate.power;

import java.util.Optional;

/**
 * Whether a meter is here.
 *
 * @param what the thing looked at, such as {@code package-0} or the kind's name
 * @param state present, absent, unusable or on request
 * @param reason why, in one sentence
 * @param remedy what to do about it, ready to be typed or pasted where that is possible
 */
public record MeterPresence(String what, State state, String reason, Optional<String> remedy) {
  /**
   * Of a kind whose meters are reached once it is told where.
   *
   * @param example how it is told, ready to be typed
   */
  public static MeterPresence onRequest(String kind, String reason, String example) {
    return new MeterPresence(kind, State.ON_REQUEST, reason, Optional.of(example));
  }

  /** What was found. */
  public enum State {
    /** It can be read. */
    PRESENT,
    /** It is not on this machine. */
    ABSENT,
    /** It is there, but cannot be read or must not be believed. */
    UNUSABLE,
    /** It is reached over the network or from a file, once it is told where. */
    ON_REQUEST
  }
}
