package org.quorate.study.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether runs were warm from their first measured second, by the detector MSER-5 on each second's
 * operations and, where it is known, power. Runs are judged, never cut.
 *
 * @param judged runs that are long enough
 * @param tooShort runs that are not
 * @param changing runs whose load changes on purpose, so that the question does not arise
 * @param cuts of the runs that were judged, those that do not look warm from the start or never
 *     became steady
 */
public record SteadyState(int judged, int tooShort, int changing, List<Cut> cuts) {
  /** The seconds that a run needs to be judged. */
  public static final int FEWEST_SECONDS = 50;

  /** Copies the cuts. */
  public SteadyState {
    cuts = List.copyOf(cuts);
  }

  /**
   * What a run seems to have needed to become warm.
   *
   * @param run its sequence number
   * @param cell the label of its cell
   * @param throughputSeconds by its throughput
   * @param powerSeconds by the power of all hosts; null where it is not known
   * @param seconds that were judged
   * @param steady whether the rest looks steady
   */
  public record Cut(
      int run,
      String cell,
      int throughputSeconds,
      @Nullable Integer powerSeconds,
      int seconds,
      boolean steady) {}
}
