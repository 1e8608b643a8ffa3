package org.quorate.core.evidence;

import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.Evidence;

/**
 * Reads and pairs by class of keys and age of the row's newest write, of a process and of others.
 * Each counts the ages of its own writes, so that reads of all say how often keys are written by
 * one that does the share w of all writes, the mean of theirs over these reads: for each such write
 * others do (1 - w<sub>own</sub>) / w that this process does not know of. That holds where all
 * write keys in the same proportion.
 *
 * <p>Where shares of writes add up to clearly more than all, somebody's are wrong, and classes are
 * the process's own.
 *
 * @param classes of reads and pairs
 * @param othersWrites for each write whose age is counted, at least 0, or NaN where not known
 * @param likeOwn how many times the process's own reads these are, at least 1
 */
record SharedClasses(ClassCounts classes, double othersWrites, double likeOwn) {
  /** Shares of writes are measured, and not all at one moment. */
  private static final double MOST_SHARES = 1.25;

  /**
   * @param most times the process's own reads and pairs those of others count for, above 0
   */
  static SharedClasses of(Evidence own, OthersEvidence others, double most) {
    double reads = own.classes().allReads().total();
    double told = others.classes().allReads().total();
    double share = 1 / (1 + own.othersWrites());
    boolean isKnown = reads >= 1 && told > 0 && share + others.writers() <= MOST_SHARES;
    if (!isKnown) {
      return new SharedClasses(own.classes(), own.othersWrites(), 1);
    }
    double part = EvidencePool.part(most * reads, told);
    double ofPairs =
        EvidencePool.part(
            most * own.classes().allPairs().compared().total(),
            others.classes().allPairs().compared().total());
    double all = reads + part * told;
    double mean = (reads * share + part * told * others.ofWrites()) / all;
    return new SharedClasses(
        own.classes().plus(others.classes().times(part, ofPairs)), (1 - share) / mean, all / reads);
  }
}
