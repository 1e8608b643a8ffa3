package org.quorate.core.deferral;

/**
 * How long writes may wait, and how many bytes of them are sent without waiting longer.
 *
 * @param longestWait seconds from a write's acceptance until its flush starts, at least 0
 * @param batchBytes as soon as so many bytes wait for one server, a flush of about that size
 *     starts; at least 1
 * @param reason one sentence for people
 */
public record DeferralDecision(double longestWait, long batchBytes, String reason) {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public DeferralDecision {
    if (!(longestWait >= 0 && longestWait < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The longest wait must be a number of seconds of at least 0, but it is "
              + longestWait
              + ".");
    }
    if (batchBytes < 1) {
      throw new IllegalArgumentException(
          "A flush must have room for at least 1 byte, but it has " + batchBytes + ".");
    }
  }
}
