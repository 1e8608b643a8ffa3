/**
 * Histories on disk: {@link org.quorate.study.history.HistoryCheck} judges such files, whoever
 * wrote them, and {@link org.quorate.study.history.WindowCounter} counts what was sent in each
 * second.
 *
 * <p>The format and the rule of judgement are pure and live in {@code org.quorate.core.history} and
 * {@code org.quorate.core.oracle}; here are the files and the bounds on memory and disk. Nothing
 * here knows which store or which load generator made the operations.
 */
@NullMarked
package org.quorate.study.history;

import org.jspecify.annotations.NullMarked;
