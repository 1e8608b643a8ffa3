package org.quorate.core.control;

/**
 * One reading of a table's traffic. Immutable.
 *
 * @param takenAtNanos when, by the clock of whoever drives the loop
 * @param seconds that it covers, above 0
 * @param readsPerSecond of the whole table, over all clients; NaN where not known
 * @param writesPerSecond likewise
 * @param ownReads reads among these that were sent to measure, not for the application
 * @param complete whether every node has answered, so that no share is missing
 */
public record Traffic(
    long takenAtNanos,
    double seconds,
    double readsPerSecond,
    double writesPerSecond,
    double ownReads,
    boolean complete) {
  private static final double INDISTINCT = 0.01;

  /**
   * @throws IllegalArgumentException if it covers no time
   */
  public Traffic {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException(
          "A reading must cover some time, but it covers " + seconds + " seconds.");
    }
  }

  /** Whether both rates are known, of all nodes. */
  boolean isKnown() {
    return complete && !Double.isNaN(readsPerSecond) && !Double.isNaN(writesPerSecond);
  }

  /** Reads of the application. */
  double applicationReadsPerSecond() {
    return withoutOwn(readsPerSecond, ownReads / seconds);
  }

  /**
   * What is left of a count without one's own: at least 0, since an own one may have been counted a
   * reading earlier, and nothing where it is {@value #INDISTINCT} of the own at most, since they
   * are dated a little differently.
   *
   * @param own in the same unit
   */
  public static double withoutOwn(double all, double own) {
    double others = all - own;
    return others > INDISTINCT * own ? others : 0;
  }
}
