package org.quorate.study.comparison;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/**
 * How the runs of one study differ from those of another, cell by cell. Runs of different studies
 * share no repetition, so they are compared as two groups, never as pairs.
 *
 * @param first what is compared with
 * @param second what is compared
 * @param settings in which settings and facts of the machine the two differ, as far as they concern
 *     cells that both have
 * @param leftOut cells that are not compared, and why
 * @param measures of the cells that both have runs of, in reading order
 * @param remarks sentences that a reader must know
 */
public record StudyComparison(
    Side first,
    Side second,
    List<SettingDifference> settings,
    List<LeftOut> leftOut,
    List<MeasureComparison> measures,
    List<String> remarks) {
  /** Copies the lists. */
  public StudyComparison {
    settings = List.copyOf(settings);
    leftOut = List.copyOf(leftOut);
    measures = List.copyOf(measures);
    remarks = List.copyOf(remarks);
  }

  /**
   * One of the two studies.
   *
   * @param place where its results are
   * @param name of the study
   * @param measured runs that have been measured
   * @param planned runs that the study has
   */
  public record Side(String place, String name, int measured, int planned) {}

  /**
   * A setting, or a fact of where a study ran, in which the two differ.
   *
   * @param name for people
   * @param first what the first has
   * @param second what the second has
   * @param cells in how many of the compared cells they differ so
   */
  public record SettingDifference(String name, String first, String second, int cells) {}

  /**
   * A cell that is not compared.
   *
   * @param cell its level of every factor
   * @param label short name
   * @param reason half a sentence, such as {@code only the first study has it}
   */
  public record LeftOut(Map<String, String> cell, String label, String reason) {}

  /**
   * One measure over the cells.
   *
   * @param measure the name, with the unit where it has one
   * @param refusal the sentence why it is not compared at all, or null
   * @param relativeError of a measure of energy, what the meters or power models may err by, as a
   *     share, besides what the ranges of replayed cells say; else 0
   * @param cells those of which both studies know the measure; empty where it is not compared
   */
  public record MeasureComparison(
      String measure, @Nullable String refusal, double relativeError, List<CellComparison> cells) {
    /** Copies the cells. */
    public MeasureComparison {
      cells = List.copyOf(cells);
    }
  }

  /**
   * One measure of one cell.
   *
   * @param cell its level of every factor
   * @param label short name
   * @param first mean over the first study's runs with its 95 % interval
   * @param second the same of the second
   * @param ratio second over first: the ratio of the geometric means with Welch's 95 % interval;
   *     null of rates, and where a number is 0
   * @param difference second minus first with Welch's 95 % interval; null where there is a ratio.
   *     No interval is known where neither study's runs differ among themselves, as where no read
   *     of any run was stale
   * @param pValue two-sided, after Holm's correction over the cells of this measure; 1 where a
   *     study has a single run of the cell, which shows nothing and is no part of that family
   * @param distinguishable whether it is below 0.05; of energy the p value of a change beyond the
   *     error of the meters or power models
   * @param energyVerdict of a measure of energy {@code saves}, {@code costs} or {@code not
   *     distinguishable}; null of other measures
   * @param energyReason why nothing may be said of energy; null where something may
   * @param further what other methods say of the same runs; null where a study has a single run
   * @param servers of energy that a model estimated: the ratio through the curves of all published
   *     servers of the hosts' kind; null where the runs could not be replayed
   */
  public record CellComparison(
      Map<String, String> cell,
      String label,
      Mean first,
      Mean second,
      @Nullable Mean ratio,
      @Nullable Mean difference,
      double pValue,
      boolean distinguishable,
      @Nullable String energyVerdict,
      @Nullable String energyReason,
      @Nullable FurtherTests further,
      @Nullable ServerRange servers) {}

  /**
   * What other methods than Welch's say of the runs of one cell, each for itself and without Holm's
   * correction. No verdict rests on them.
   *
   * @param mannWhitneyP of the test of Mann and Whitney by ranks, two-sided
   * @param shift by how much the second's runs lie above the first's: the median of all differences
   *     (Hodges and Lehmann) with the 95 % interval of that test, which has no bounds where there
   *     are too few runs
   * @param hedgesG the difference of the means in standard deviations, with its 95 % interval; null
   *     where no run differs from the others of its study
   * @param cliffsDelta from -1, every run of the second is below every one of the first, to 1
   * @param bootstrapRatio second over first: the ratio of the means with a bootstrap interval (BCa,
   *     10,000 resamples, seed 42), known to be too narrow for fewer than about ten runs; null of
   *     rates, and where a number is 0
   * @param runsNeeded how many runs of each study would show a change of 5 % in spite of Holm's
   *     correction, by the spread of these; null where a change is shown, where there are as many,
   *     and of rates
   */
  public record FurtherTests(
      double mannWhitneyP,
      Mean shift,
      @Nullable Mean hedgesG,
      double cliffsDelta,
      @Nullable Mean bootstrapRatio,
      @Nullable RunsNeeded runsNeeded) {}
}
