/**
 * What may be said about rates, means and differences that were measured in blocks.
 *
 * <p>The unit of repetition is the block (one run of one level), not the single operation: stale
 * reads come in clusters, and so do slow operations, so that an interval over operations is too
 * narrow. {@link org.quorate.core.statistics.BlockMean} gives a mean over blocks with its interval,
 * {@link org.quorate.core.statistics.PairedDifference} and {@link
 * org.quorate.core.statistics.PairedRatio} compare two levels over the blocks of the same
 * repetitions, and {@link org.quorate.core.statistics.Comparison} judges a family of such
 * comparisons. {@link org.quorate.core.statistics.Wilson} is for where there are no blocks, and
 * {@link org.quorate.core.statistics.ClopperPearson} for where few events must not mislead, as in
 * the windows of a run.
 *
 * <p>Where runs share no repetitions, {@link org.quorate.core.statistics.WelchDifference}, {@link
 * org.quorate.core.statistics.MannWhitney} and {@link org.quorate.core.statistics.BootstrapRatio}
 * compare them. {@link org.quorate.core.statistics.WarmUpCut} and {@link
 * org.quorate.core.statistics.EffectiveSampleSize} look at the series inside a run; {@link
 * org.quorate.core.statistics.RunsNeeded} says how many runs to plan, and {@link
 * org.quorate.core.statistics.EnergyRatio} has the error of meters or models in its interval, and
 * {@link org.quorate.core.statistics.EnergyComparison} says whether a level may be said to save
 * energy.
 *
 * <p>{@link org.quorate.core.statistics.StratifiedFisher} tells whether one of two groups has the
 * greater share, where both are made up of parts whose shares differ.
 *
 * <p>{@link org.quorate.core.statistics.RateCheck} holds a predicted rate against a counted one,
 * {@link org.quorate.core.statistics.RateAccuracy} many of them, and {@link
 * org.quorate.core.statistics.PredictedRatio} says how many times too large or small one was.
 *
 * <p>Pure arithmetic: every class names the source of its formula, and "not distinguishable" is a
 * result. Randomness, where a bootstrap needs it, is handed in.
 */
@NullMarked
package org.quorate.core.statistics;

import org.jspecify.annotations.NullMarked;
