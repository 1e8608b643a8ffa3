/**
 * What is measured of a run: {@link org.quorate.study.measure.Measure} is the one catalogue, with a
 * measure's name in study files, what axes and tables say of it, how cells are compared in it and
 * how the number of a run is found. Figures, claims, comparisons, sums of cells and the schema ask
 * the catalogue; nobody else lists measures. Nothing here adds runs up.
 */
@NullMarked
package org.quorate.study.measure;

import org.jspecify.annotations.NullMarked;
