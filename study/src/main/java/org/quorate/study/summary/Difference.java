package org.quorate.study.summary;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.RunsNeeded;

/**
 * How one cell differs from another in one measure, compared run by run within the same repetition;
 * where the two need clusters of their own, averaged over the blocks of each start of these.
 *
 * @param measure for example {@code throughput}
 * @param cell the cell that is compared
 * @param baseline the cell it is compared with
 * @param ratio of throughputs, response times and energy: the geometric mean of the ratios of the
 *     pairs of runs with its 95 % interval; of rates and times of runs: mean of cell over mean of
 *     baseline with Fieller's 95 % interval, NaN where the baseline is 0, and without an interval
 *     where the baseline cannot be told from 0
 * @param difference mean of cell minus baseline; of rates and times of runs with its 95 % interval
 *     over repetitions, of the others without one, since these are compared by their ratio
 * @param pValue of the ratio or, for rates and times of runs, of the difference, by the paired t
 *     test, two-sided, after Holm's correction over all comparisons of this measure
 * @param distinguishable whether the corrected p value is below 0.05; of energy the one of a change
 *     beyond the error of the meters or the power model
 * @param energyVerdict of a measure of energy: {@code saves}, {@code costs}, or why neither may be
 *     said; null of other measures
 * @param runsNeeded of a measure of energy of which neither may be said for too few runs: how many
 *     per cell would show a change of 5 %, by the spread of these pairs and in spite of Holm's
 *     correction; else null
 * @param withError of a measure of energy: the ratio with its interval widened by what the meters
 *     or the power model may be wrong by; null of other measures
 * @param pValueBeyondError that belongs to that interval, after Holm's correction; null of other
 *     measures
 * @param servers of a measure of energy that a model estimated: the ratio through the curves of all
 *     published servers of the hosts' kind; null where the runs could not be replayed, so that the
 *     model's constant error stands, and of other measures
 * @param starts how often both clusters were started, where cell and baseline need different ones;
 *     what chance is reckoned over is then these starts instead of repetitions. Null where both ran
 *     on the same cluster
 * @param joint of energy per operation that is saved: whether it is at equal p99 and staleness;
 *     else null
 */
public record Difference(
    String measure,
    Map<String, String> cell,
    Map<String, String> baseline,
    Mean ratio,
    Mean difference,
    double pValue,
    boolean distinguishable,
    @Nullable String energyVerdict,
    @Nullable RunsNeeded runsNeeded,
    @Nullable Mean withError,
    @Nullable Double pValueBeyondError,
    @Nullable ServerRange servers,
    @Nullable Integer starts,
    @Nullable JointVerdict joint) {}
