/**
 * What the runs of a cell say together: means and intervals over runs, merged latency
 * distributions, differences between levels, and the verdict. Pure functions of results; drawing is
 * the report's.
 */
@NullMarked
package org.quorate.study.summary;

import org.jspecify.annotations.NullMarked;
