/**
 * What a study says of cells that it is not asked about: time and energy of some cells are
 * predicted from the others, with intervals that are fixed before the predicted cells' runs are
 * looked at.
 *
 * <p>A {@link org.quorate.study.prediction.HoldOutSplit} parts the cells of a study; {@link
 * org.quorate.study.prediction.PredictionFit} is given the fitted ones with their runs and the
 * held-out ones without, and fixes what it predicts; {@link
 * org.quorate.study.prediction.PredictionVerdict} is then given the runs of the held-out ones. Time
 * is that of a {@link org.quorate.study.prediction.ClosedNetwork} (mean value analysis) or the sum
 * of what its stations ask, whichever fails less where levels are left out of the fitted cells;
 * energy is idle power for that time plus joules per operation. A straight line and the nearest
 * fitted cell are what such a model must beat.
 *
 * <p>Pure functions of plans and results, without clock, chance or files. Words and files are the
 * command line's and {@code export}'s.
 */
@NullMarked
package org.quorate.study.prediction;

import org.jspecify.annotations.NullMarked;
