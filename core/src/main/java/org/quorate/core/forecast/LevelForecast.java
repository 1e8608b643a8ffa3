package org.quorate.core.forecast;

import org.quorate.core.level.Level;
import org.quorate.core.staleness.wars.SimulatedRate;
import org.quorate.core.statistics.Interval;

/**
 * What reads at one level would do. Estimated. Immutable.
 *
 * @param replicas that each read waits for
 * @param meetsEveryWrite whether no read can be stale: R + W &gt; N
 * @param stale the share of stale reads among those at random moments, with the error of the draws
 * @param staleInterval the same with how far the model was off on servers ({@link ModelError});
 *     what is wrong with the numbers that it begins with is not in it
 * @param medianAgeSeconds how long before the read the write completed that a stale read missed, in
 *     the median; NaN where none is stale
 * @param slowAgeSeconds the same, which 99 % of stale reads do not exceed
 * @param replicaReadsPerSecond that all reads together ask for, without repairs and retries
 */
public record LevelForecast(
    Level level,
    int replicas,
    boolean meetsEveryWrite,
    SimulatedRate stale,
    Interval staleInterval,
    double medianAgeSeconds,
    double slowAgeSeconds,
    double replicaReadsPerSecond) {}
