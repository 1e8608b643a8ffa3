package org.quorate.core.oracle;

import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.Outcome;

/** Counts while the oracle judges. The histograms are made at the first stale read. */
final class StalenessTally {
  private static final int SIGNIFICANT_DIGITS = 3;

  long reads;
  long readsWithoutRow;
  long staleReads;
  long undecidedReads;
  long readYourWritesViolations;
  long monotonicReadsViolations;
  long unknownVersions;
  long failedReads;
  long writes;
  long timedOutWrites;
  long failedWrites;
  @Nullable Histogram versionsBehind;
  @Nullable Histogram nanosBehind;

  /** Whether somebody else has the histograms too, so that they stay as they are. */
  private boolean isShared;

  /** Counts an operation by its type and outcome alone. */
  void count(long tag) {
    boolean ok = OperationTag.isOk(tag);
    if (!OperationTag.isWrite(tag)) {
      if (ok) {
        reads++;
      } else {
        failedReads++;
      }
    } else if (ok) {
      writes++;
    } else if (OperationTag.outcome(tag) == Outcome.TIMEOUT) {
      timedOutWrites++;
    } else {
      failedWrites++;
    }
  }

  void countStale(long versions, long nanos) {
    staleReads++;
    if (isShared) {
      versionsBehind = copied(versionsBehind);
      nanosBehind = copied(nanosBehind);
      isShared = false;
    }
    versionsBehind = recorded(versionsBehind, versions);
    nanosBehind = recorded(nanosBehind, nanos);
  }

  private static Histogram recorded(@Nullable Histogram present, long value) {
    Histogram histogram = present == null ? empty() : present;
    histogram.recordValue(value);
    return histogram;
  }

  /** Adds to a tally that is only added to; its histograms may be those of the other one. */
  void add(StalenessTally other) {
    reads += other.reads;
    readsWithoutRow += other.readsWithoutRow;
    staleReads += other.staleReads;
    undecidedReads += other.undecidedReads;
    readYourWritesViolations += other.readYourWritesViolations;
    monotonicReadsViolations += other.monotonicReadsViolations;
    unknownVersions += other.unknownVersions;
    failedReads += other.failedReads;
    writes += other.writes;
    timedOutWrites += other.timedOutWrites;
    failedWrites += other.failedWrites;
    versionsBehind = sum(versionsBehind, other.versionsBehind);
    nanosBehind = sum(nanosBehind, other.nanosBehind);
  }

  /** One of the two itself where there is no other. */
  private static @Nullable Histogram sum(@Nullable Histogram one, @Nullable Histogram other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    Histogram sum = one.copy();
    sum.add(other);
    return sum;
  }

  private static Histogram empty() {
    Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    histogram.setAutoResize(true);
    return histogram;
  }

  Staleness toStaleness() {
    StalenessTally copy = new StalenessTally();
    copy.add(this);
    isShared = true;
    return new Staleness(copy);
  }

  private static @Nullable Histogram copied(@Nullable Histogram present) {
    return present == null ? null : present.copy();
  }

  boolean sameAs(StalenessTally other) {
    return toString().equals(other.toString())
        && Objects.equals(versionsBehind, other.versionsBehind)
        && Objects.equals(nanosBehind, other.nanosBehind);
  }

  @Override
  public String toString() {
    return ("reads %d, without row %d, stale %d, undecided %d, read-your-writes %d, monotonic reads %d,"
            + " unknown versions %d, failed reads %d, writes %d, timed out %d, failed %d")
        .formatted(
            reads,
            readsWithoutRow,
            staleReads,
            undecidedReads,
            readYourWritesViolations,
            monotonicReadsViolations,
            unknownVersions,
            failedReads,
            writes,
            timedOutWrites,
            failedWrites);
  }
}
