package org.quorate.core.deferral;

/**
 * Always the same size, and the longest wait that the bound allows.
 *
 * @param batchBytes at which a flush starts without waiting longer, at least 1
 */
public record FixedDeferral(long batchBytes) implements DeferralPolicy {
  /**
   * @throws IllegalArgumentException if there is no room for a byte
   */
  public FixedDeferral {
    if (batchBytes < 1) {
      throw new IllegalArgumentException(
          "A flush must have room for at least 1 byte, but it has " + batchBytes + ".");
    }
  }

  @Override
  public DeferralDecision decide(DeferralObservation observation) {
    return new DeferralDecision(
        observation.waitWithinBound(),
        Math.min(batchBytes, observation.mostBatchBytes()),
        "The size is fixed; the wait is what the bound leaves.");
  }
}
