package org.quorate.core.oracle;

import org.HdrHistogram.Histogram;

/**
 * What the oracle found in the operations of one group at one level, or in any sum of such parts.
 * Immutable; the histograms that it gives are copies.
 */
public final class Staleness {
  /** Nothing found in nothing. */
  public static final Staleness NONE = new StalenessTally().toStaleness();

  private final StalenessTally tally;

  /** Takes over a tally that nobody changes any more. */
  Staleness(StalenessTally tally) {
    this.tally = tally;
  }

  /** The sum of two parts. */
  public Staleness plus(Staleness other) {
    if (operations() == 0 || other.operations() == 0) {
      return operations() == 0 ? other : this;
    }
    StalenessTally sum = new StalenessTally();
    sum.add(tally);
    sum.add(other.tally);
    return new Staleness(sum);
  }

  /** Reads with outcome ok. Every other count of reads is a part of these. */
  public long reads() {
    return tally.reads;
  }

  /** Reads that found no row. */
  public long readsWithoutRow() {
    return tally.readsWithoutRow;
  }

  /** Reads that returned a version older than the newest one completed before their invocation. */
  public long staleReads() {
    return tally.staleReads;
  }

  /**
   * Reads that are stale if the clocks of the groups are set in one way and not if in another, both
   * within their uncertainties; none of them is among the {@linkplain #staleReads() stale} ones.
   */
  public long undecidedReads() {
    return tally.undecidedReads;
  }

  /**
   * Stale reads as a share of reads.
   *
   * @return between 0 and 1; NaN where there are no reads
   */
  public double staleRate() {
    return (double) tally.staleReads / tally.reads;
  }

  /** Reads that missed a write of their own client. */
  public long readYourWritesViolations() {
    return tally.readYourWritesViolations;
  }

  /** Reads older than an earlier read of their own client. */
  public long monotonicReadsViolations() {
    return tally.monotonicReadsViolations;
  }

  /**
   * Reads that returned a version that no write of the history is known or allowed to have made.
   */
  public long unknownVersions() {
    return tally.unknownVersions;
  }

  /** Reads without a result. */
  public long failedReads() {
    return tally.failedReads;
  }

  /** Writes with outcome ok. */
  public long writes() {
    return tally.writes;
  }

  /** Writes of unknown fate. */
  public long timedOutWrites() {
    return tally.timedOutWrites;
  }

  /** Writes known not to have happened. */
  public long failedWrites() {
    return tally.failedWrites;
  }

  /**
   * k-staleness of the stale reads: how many distinct versions newer than the returned one had
   * completed before the read was invoked. From 1; exact to 2047, to three digits above.
   */
  public Histogram versionsBehind() {
    return tally.versionsBehind == null ? new Histogram(3) : tally.versionsBehind.copy();
  }

  /**
   * t-staleness of the stale reads in ns: from the completion of the first write that superseded
   * the returned version to the read's invocation. From 1; to three digits.
   */
  public Histogram nanosBehind() {
    return tally.nanosBehind == null ? new Histogram(3) : tally.nanosBehind.copy();
  }

  /** Operations of every type and outcome. */
  public long operations() {
    return tally.reads
        + tally.failedReads
        + tally.writes
        + tally.timedOutWrites
        + tally.failedWrites;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Staleness that && tally.sameAs(that.tally);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(tally.reads * 31 + tally.staleReads);
  }

  @Override
  public String toString() {
    return tally.toString();
  }
}
