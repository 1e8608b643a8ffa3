package org.quorate.study.summary;

import org.jspecify.annotations.Nullable;

/**
 * How far predictions were off over some checks. Rates are 0 to 1.
 *
 * @param settings cells that differ in more than their fixed level, which are the clusters of all
 *     intervals
 * @param checks windows of runs, at least 1
 * @param error root of the mean squared error, sampling variance subtracted
 * @param bias mean of predicted less counted
 * @param held mean share that predictive intervals of 95 % hold of the counts, with its interval of
 *     99 %, of the checks whose prediction states bounds; null where none does
 */
public record Accuracy(int settings, int checks, Mean error, Mean bias, @Nullable Mean held) {}
