package org.quorate.core.offload;

/**
 * How many servers should be awake.
 *
 * @param awake at least 1
 * @param reason one sentence for people
 */
public record OffloadDecision(int awake, String reason) {
  /**
   * @throws IllegalArgumentException if no server would be awake
   */
  public OffloadDecision {
    if (awake < 1) {
      throw new IllegalArgumentException(
          "At least 1 server must be awake, but " + awake + " would be.");
    }
  }
}
