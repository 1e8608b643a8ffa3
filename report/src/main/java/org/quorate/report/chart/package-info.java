/**
 * The report's charts: each takes records of a study, keeps what it will show, and draws itself at
 * any width, laid out anew for a narrow one. What a colour, a marker and a dash mean is decided
 * once for the whole report in {@link org.quorate.report.chart.Looks}. Charts show what they are
 * given; they compute nothing that a table beside them does not also say.
 */
@NullMarked
package org.quorate.report.chart;

import org.jspecify.annotations.NullMarked;
