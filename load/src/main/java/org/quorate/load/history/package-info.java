/**
 * The recording of operations: {@link org.quorate.load.history.HistoryRecorder} streams those of a
 * run to a file while it runs, in the format of {@code org.quorate.core.history}. Who makes the
 * operations, and what the file is good for, is not known here.
 */
@NullMarked
package org.quorate.load.history;

import org.jspecify.annotations.NullMarked;
