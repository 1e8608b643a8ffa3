package org.quorate.core.oracle;

import java.util.List;
import org.quorate.core.history.OperationLog;

/**
 * Judges recorded operations by the regular-register rule, per key:
 *
 * <ul>
 *   <li>Newest means largest version. A write has <i>completed before</i> a read if its outcome is
 *       ok and its completion is strictly before the read's invocation; a version has completed
 *       when the first ok write with it has. A read that found no row is older than every version.
 *   <li>A read (outcome ok) is <b>stale</b> if a version newer than the one it returned had
 *       completed before it. Concurrent writes may be returned or not. A timed-out write is
 *       open-ended: it may be returned at any time and is never required, and neither is a failed
 *       one.
 *   <li><b>k-staleness</b> of a stale read: how many distinct newer versions had completed before
 *       it. <b>t-staleness</b>: its invocation minus the earliest completion of a newer version.
 *   <li>A read violates <b>read-your-writes</b> if an ok write of the same client and key that
 *       completed before it is newer, and <b>monotonic reads</b> if an ok read of the same client
 *       and key that completed before it returned a newer version. Each read counts once for each.
 *       Clients of different groups are different clients.
 *   <li>A returned version is <b>unknown</b> if no ok or timed-out write has it, in any group. It
 *       is compared all the same. A failed write is known not to have happened, so its version is
 *       unknown.
 * </ul>
 *
 * <p>Writes of all groups count for reads of all groups: groups are runs on one cluster and one
 * clock. Where they are of clocks that are known within bounds alone ({@link ClockUncertainties}),
 * a read is stale if it is for every setting of the clocks within these, and <b>undecided</b> if it
 * is for some; how far a stale read is behind is told by the clocks as they stand. The order of the
 * operations does not matter. Takes O(n log n) for n operations of a key and O(n) in all beside
 * that; beside the log itself memory for 4 bytes per operation and key, and about 100 bytes per
 * operation of the key with the most.
 *
 * <p>A history that does not fit into memory is judged in parts, each of which has all operations
 * of its keys. Pure; an instance is for one thread.
 */
public final class Oracle {
  private final JudgementTally tally;
  private final KeyJudge judge;
  private final KeyOperations operations = new KeyOperations();

  /**
   * An oracle that has not seen anything yet.
   *
   * @param timeLineBuckets the largest number of buckets in each group's time line, at least 2; 0
   *     for none
   * @throws IllegalArgumentException if the number of buckets is negative or 1
   */
  public Oracle(int timeLineBuckets) {
    this(timeLineBuckets, List.of());
  }

  /**
   * An oracle that has not seen anything yet.
   *
   * @param timeLineBuckets the largest number of buckets in each group's time line, at least 2; 0
   *     for none
   * @param timeLineOrigins by group, an instant in ns at which a bucket begins, such as the start
   *     of a run, so that buckets of one second are the seconds of the run; 0 for groups beyond
   * @throws IllegalArgumentException if the number of buckets is negative or 1
   */
  public Oracle(int timeLineBuckets, List<Long> timeLineOrigins) {
    this(timeLineBuckets, timeLineOrigins, JudgedReads.NONE);
  }

  /**
   * An oracle that has not seen anything yet.
   *
   * @param timeLineBuckets the largest number of buckets in each group's time line, at least 2; 0
   *     for none
   * @param timeLineOrigins by group, an instant in ns at which a bucket begins; 0 for groups beyond
   * @param judged is told of every read as it is judged
   * @throws IllegalArgumentException if the number of buckets is negative or 1
   */
  public Oracle(int timeLineBuckets, List<Long> timeLineOrigins, JudgedReads judged) {
    this(timeLineBuckets, timeLineOrigins, judged, ClockUncertainties.NONE);
  }

  /**
   * An oracle that has not seen anything yet.
   *
   * @param timeLineBuckets the largest number of buckets in each group's time line, at least 2; 0
   *     for none
   * @param timeLineOrigins by group, an instant in ns at which a bucket begins; 0 for groups beyond
   * @param judged is told of every read as it is judged
   * @param clocks how far the instants of each group may be off
   * @throws IllegalArgumentException if the number of buckets is negative or 1
   */
  public Oracle(
      int timeLineBuckets,
      List<Long> timeLineOrigins,
      JudgedReads judged,
      ClockUncertainties clocks) {
    if (timeLineBuckets < 0 || timeLineBuckets == 1) {
      throw new IllegalArgumentException(
          "A time line has at least 2 buckets, or 0 for none, but "
              + timeLineBuckets
              + " were asked for.");
    }
    tally = new JudgementTally(timeLineBuckets, timeLineOrigins);
    judge = new KeyJudge(tally, judged, clocks);
  }

  /** Judges the operations of a log, without a time line. */
  public static Judgement judge(OperationLog log) {
    return judge(log, 0);
  }

  /**
   * Judges the operations of a log.
   *
   * @param timeLineBuckets the largest number of buckets in each group's time line, at least 2; 0
   *     for none
   * @throws IllegalArgumentException if the number of buckets is negative or 1
   */
  public static Judgement judge(OperationLog log, int timeLineBuckets) {
    Oracle oracle = new Oracle(timeLineBuckets);
    oracle.add(log);
    return oracle.judgement();
  }

  /**
   * Judges the operations of a log, as a part of a larger history.
   *
   * @param log all operations of its keys; a key of the same number in another log is another key
   */
  public void add(OperationLog log) {
    KeyIndex index = KeyIndex.of(log);
    for (int key = 0; key < index.keys(); key++) {
      int start = index.start(key);
      int end = index.start(key + 1);
      operations.clear(end - start);
      for (int i = start; i < end; i++) {
        operations.add(log, index.operation(i));
      }
      judge.judge(operations);
    }
  }

  /** What was found in all logs so far. */
  public Judgement judgement() {
    return tally.toJudgement();
  }
}
