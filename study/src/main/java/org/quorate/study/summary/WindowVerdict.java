package org.quorate.study.summary;

import org.quorate.core.statistics.ClopperPearson;
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
public record WindowVerdict(
    int seconds, double tolerance, long windows, long broken, Estimate kept) {
  /** The widths that are looked at, in seconds. */
  static final int[] WIDTHS = {1, 10};

  private static final double CONFIDENCE = 0.99;

  /** Whether a window is broken. */
  public static boolean isBroken(WindowCounts window, double tolerance) {
    return window.staleReads() > 0
        && ClopperPearson.lowerBound(window.staleReads(), window.reads(), CONFIDENCE) > tolerance;
  }
}
