package org.quorate.core.yardstick;

/**
 * Reads that a policy cannot tell apart, so that it raises a share of them, whichever these are.
 *
 * @param reads that were judged, at least 0
 * @param staleReads those of them that were stale at the weakest level
 */
public record ReadGroup(long reads, long staleReads) {
  /** Checks that no more reads are stale than there are. */
  public ReadGroup {
    check(reads, staleReads);
  }

  static void check(long reads, long staleReads) {
    if (staleReads < 0 || staleReads > reads) {
      throw new IllegalArgumentException(
          "Of " + reads + " reads " + staleReads + " cannot have been stale.");
    }
  }

  /** Both together, as by a policy that knows less. */
  public ReadGroup plus(ReadGroup other) {
    return new ReadGroup(reads + other.reads, staleReads + other.staleReads);
  }
}
