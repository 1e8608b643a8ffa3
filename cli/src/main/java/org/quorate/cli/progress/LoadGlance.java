package org.quorate.cli.progress;

import java.util.List;
import java.util.Map;

/**
 * What a load had done at one moment. Immutable.
 *
 * @param steps in the order of time, as many as are drawn; none where no operation has ended
 * @param stepSeconds length of each step, the last of which may not be over
 * @param ok operations that succeeded
 * @param failed operations that did not
 * @param levelShares share of its reads that were sent at each level, 0 to 1, by the level's name;
 *     empty where its level is fixed or nobody counts
 */
public record LoadGlance(
    List<Step> steps, int stepSeconds, long ok, long failed, Map<String, Double> levelShares) {
  /**
   * Some seconds of a load.
   *
   * @param from whole seconds since it began
   * @param seconds of which it is put together
   * @param p50 the highest median response time of any of these seconds, nanoseconds
   * @param p99 the highest 99th percentile likewise
   */
  public record Step(int from, int seconds, long ok, long failed, long p50, long p99) {
    /** The second in which it is over, since the load began. */
    public int to() {
      return from + seconds;
    }

    /** Operations that succeeded, per second. */
    public double okPerSecond() {
      return (double) ok / seconds;
    }

    /** Operations that did not succeed, per second. */
    public double failedPerSecond() {
      return (double) failed / seconds;
    }

    Step beginningAt(int earlier) {
      return new Step(earlier, seconds, ok, failed, p50, p99);
    }

    Step and(Step more) {
      return new Step(
          from,
          seconds + more.seconds,
          ok + more.ok,
          failed + more.failed,
          Math.max(p50, more.p50),
          Math.max(p99, more.p99));
    }
  }
}
