/**
 * What a study found, for people: one self-contained HTML page, a table for the terminal, and every
 * chart as a file. All of it is a pure function of a {@link
 * org.quorate.study.summary.StudySummary}; the only file access is writing the result, whole or not
 * at all. Nothing here computes a statistic or judges a history, and nothing it renders needs a
 * network. Packages: {@code svg} draws, {@code chart} knows what the report's charts show, {@code
 * format} turns numbers into text, {@code page} is the HTML page section by section, {@code
 * terminal} the table.
 */
@NullMarked
package org.quorate.report;

import org.jspecify.annotations.NullMarked;
