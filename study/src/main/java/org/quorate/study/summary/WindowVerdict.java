package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.statistics.ClopperPearson;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;

/**
 * In how many windows of a cell's runs the tolerance was kept. A window is broken when the
 * one-sided 99 % exact lower bound of its stale-read rate (Clopper and Pearson) is above the
 * tolerance, so that chance alone makes at most one of a hundred windows a broken one whose reads
 * are stale at a rate that is accepted, and independently of each other.
 *
 * @param seconds the width of a window, on the run's own clock
 * @param tolerance the largest stale-read rate that is accepted, 0 to 1
 * @param windows whole windows in which reads were judged; what is left at the end of a run is none
 * @param broken of these
 * @param kept mean share of windows that are not broken, with its interval over runs; where none
 *     is, down to 3 / windows less (the rule of three); of a single run otherwise without one
 */
public record WindowVerdict(int seconds, double tolerance, long windows, long broken, Mean kept) {
  /** The widths that are looked at, in seconds. */
  public static final List<Integer> WIDTHS = List.of(1, 10);

  private static final double CONFIDENCE = 0.99;

  /**
   * Judges the windows of one width.
   *
   * @param windows of each of the runs
   */
  public static WindowVerdict of(
      int width, double tolerance, List<RunResult> runs, List<RunWindows> windows) {
    long all = 0;
    long broken = 0;
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      long ofRun = 0;
      long brokenOfRun = 0;
      // The last operation of a run is answered some milliseconds before its planned end or after.
      long tenths = Math.round(runs.get(i).seconds() * 10);
      for (int from = 0; from + width <= tenths / 10; from += width) {
        WindowCounts window = windows.get(i).between(from, from + width);
        ofRun += window.reads() > 0 ? 1 : 0;
        brokenOfRun += isBroken(window, tolerance) ? 1 : 0;
      }
      all += ofRun;
      broken += brokenOfRun;
      if (ofRun > 0) {
        shares.add((double) brokenOfRun / ofRun);
      }
    }
    Mean lost = Mean.ofRates(shares, broken, all);
    return new WindowVerdict(
        width,
        tolerance,
        all,
        broken,
        new Mean(1 - lost.mean(), 1 - lost.high(), 1 - lost.low(), lost.runs()));
  }

  /** Whether a window is broken. */
  public static boolean isBroken(WindowCounts window, double tolerance) {
    return window.staleReads() > 0
        && ClopperPearson.lowerBound(window.staleReads(), window.reads(), CONFIDENCE) > tolerance;
  }
}
