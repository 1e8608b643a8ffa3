package org.quorate.study.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether runs were warm from their first measured second, by the detector MSER-5 on each second's
 * operations and, where it is known, power; and what of them is left out where the study asks for
 * it.
 *
 * @param judged runs that are long enough
 * @param tooShort runs that are not
 * @param changing runs whose load changes on purpose, so that the question does not arise
 * @param cuts of the runs that were judged, those that do not look warm from the start or never
 *     became steady
 * @param effective of the runs that were judged, what their seconds are worth
 * @param cells where the study has warm-up cut by a detector, what is cut of each cell's runs; else
 *     empty
 */
public record SteadyState(
    int judged,
    int tooShort,
    int changing,
    List<Cut> cuts,
    List<EffectiveSeconds> effective,
    List<CellCut> cells) {
  /** The seconds that a run needs to be judged. */
  public static final int FEWEST_SECONDS = 50;

  /** Copies the lists. */
  public SteadyState {
    cuts = List.copyOf(cuts);
    effective = List.copyOf(effective);
    cells = List.copyOf(cells);
  }

  /** Nothing is cut. */
  public SteadyState(int judged, int tooShort, int changing, List<Cut> cuts) {
    this(judged, tooShort, changing, cuts, List.of(), List.of());
  }

  /**
   * How many independent seconds those of a run are worth that came after its warm-up, since
   * neighbours resemble one another (Geyer 1992). No interval is made of seconds.
   *
   * @param run its sequence number
   * @param seconds that were looked at
   * @param throughput by their operations
   * @param power by the power of all hosts; null where it is not known
   */
  public record EffectiveSeconds(int run, int seconds, double throughput, @Nullable Double power) {}

  /**
   * What is left out of every run of a cell.
   *
   * @param cell its label
   * @param runs that were looked at together, second by second
   * @param seconds of the shortest of them
   * @param countedFrom whole seconds that are left out; 0 where nothing is
   * @param throughputSeconds by the mean throughput of the runs
   * @param powerSeconds by their mean power; null where it is not known
   * @param wholeBecause why its runs count as a whole, half a sentence; null where they were judged
   */
  public record CellCut(
      String cell,
      int runs,
      int seconds,
      int countedFrom,
      int throughputSeconds,
      @Nullable Integer powerSeconds,
      @Nullable String wholeBecause) {}

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
