/**
 * What a study says, as values: of each cell the means and intervals over its runs and its merged
 * latency distributions, differences between levels, figures, claims, gains, and the verdict in
 * sentences. All of it is in a {@link org.quorate.study.summary.StudySummary}. Pure functions of
 * results; what takes a whole study to reckon is the analysis's, drawing is the report's.
 */
@NullMarked
package org.quorate.study.summary;

import org.jspecify.annotations.NullMarked;
