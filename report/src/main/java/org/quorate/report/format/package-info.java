/**
 * Numbers as people read them: three significant digits, thousands separated, one unit for a whole
 * column of durations, intervals, and shares as percentages. Exact counts keep every digit. The
 * texts are the same on a page and on a terminal; nothing here knows either.
 */
@NullMarked
package org.quorate.report.format;

import org.jspecify.annotations.NullMarked;
