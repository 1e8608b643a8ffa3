/**
 * Histories on disk: {@link org.quorate.study.history.HistoryRecorder} streams the operations of a
 * run to a file while it runs, and the history check judges such files, whoever wrote them.
 *
 * <p>The format and the rule of judgement are pure and live in {@code org.quorate.core.history} and
 * {@code org.quorate.core.oracle}; here are the files, the threads and the bounds on memory and
 * disk. Nothing here knows which store or which load generator made the operations.
 */
@NullMarked
package org.quorate.study.history;

import org.jspecify.annotations.NullMarked;
