/**
 * How a study's directory becomes its summary: tallies of cells, samples of paired runs and what
 * they show of differences, claims and gains, and the sentences of the verdict. {@link
 * org.quorate.study.analysis.Summaries} is the way in; it alone reads files, all else is pure. What
 * comes out is in {@code summary}, which knows nothing of how it is made.
 */
@NullMarked
package org.quorate.study.analysis;

import org.jspecify.annotations.NullMarked;
