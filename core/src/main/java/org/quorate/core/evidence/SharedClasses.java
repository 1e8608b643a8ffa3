package org.quorate.core.evidence;

import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.Evidence;

/**
 * Reads by class of keys and age of the row's newest write, of a process and of others that are
 * like it, as those behind one load balancer: they send up to half as many reads more or less, and
 * so for their shares of the writes. So no class is known by those alone that hardly write it.
 * Pairs stay the process's own, but for those at a level between, of which what others add is
 * limited too. Each counts the ages of its own writes, so that reads of all say how often keys are
 * written by one that does the share w of all writes, the mean of theirs over these reads: for each
 * such write others do (1 - w<sub>own</sub>) / w that this process does not know of. That holds
 * where all write keys in the same proportion.
 *
 * <p>Where shares of writes, of all that tell theirs, add up to clearly more than all, somebody's
 * are wrong, and classes are the process's own. Others never make F of {@link
 * org.quorate.core.staleness.Evidence#classes() a class} less than a 51st of what own reads say
 * where they count for at most 50 times these, and for fewer where their shares are larger.
 *
 * @param classes reads of all, the process's own pairs, and those at a level between
 * @param othersWrites for each write whose age is counted, at least 0, or NaN where not known
 * @param likeOwn how many times the process's own reads these are, at least 1
 */
record SharedClasses(ClassCounts classes, double othersWrites, double likeOwn) {
  /** Shares of writes are measured, and not all at one moment. */
  private static final double MOST_SHARES = 1.25;

  /**
   * @param most times the process's own reads those of others count for, above 0
   */
  static SharedClasses of(Evidence own, OthersEvidence others, double most) {
    double reads = own.classes().allReads().total();
    double told = others.classes().stream().mapToDouble(AgeCounts::total).sum();
    double share = 1 / (1 + own.othersWrites());
    boolean isKnown = reads >= 1 && told > 0 && share + others.writers() <= MOST_SHARES;
    ClassCounts paired = own.classes().plusBetween(between(own, others, most));
    if (!isKnown) {
      return new SharedClasses(paired, own.othersWrites(), 1);
    }
    double part =
        Math.min(
            EvidencePool.part(most * reads, told),
            EvidencePool.part(most * reads * share, told * others.ofWrites()));
    double all = reads + part * told;
    double mean = (reads * share + part * told * others.ofWrites()) / all;
    ClassCounts sum =
        paired.plusReads(others.classes().stream().map(each -> each.times(part)).toList());
    return new SharedClasses(sum, (1 - share) / mean, all / reads);
  }

  /** What others' pairs at a level between count for. */
  private static BetweenPairs between(Evidence own, OthersEvidence others, double most) {
    return others
        .between()
        .times(
            EvidencePool.part(
                most * own.classes().between().compared(), others.between().compared()));
  }
}
