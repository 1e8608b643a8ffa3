/**
 * What happened: the vocabulary of a recorded history, its compact form in memory, and its text
 * form.
 *
 * <p>An operation is a read or a write of one key at one {@link org.quorate.core.level.Level}, with
 * the version it wrote or returned, the instants at which it was invoked and completed, the client
 * that sent it and how it ended. {@link org.quorate.core.history.OperationEncoder} writes one line
 * of the documented CSV format ({@code docs/history-format.md}); {@link
 * org.quorate.core.history.HistoryReader} reads such lines, strictly, without an object per line;
 * {@link org.quorate.core.history.OperationLog} keeps operations in memory at 40 bytes each, and
 * {@link org.quorate.core.history.TextDictionary} gives numbers to keys that are arbitrary texts.
 *
 * <p>Nothing here opens a file, reads a clock or judges an operation: files belong to {@code
 * org.quorate.study.history}, judgement to {@code org.quorate.core.oracle}.
 */
@NullMarked
package org.quorate.core.history;

import org.jspecify.annotations.NullMarked;
