/**
 * Draws the progress of long work on standard error: bars that are redrawn in place where it is a
 * terminal ({@link org.quorate.cli.progress.BarDisplay}), plain lines now and then where it is not
 * ({@link org.quorate.cli.progress.LineDisplay}), either with somebody who sees the same ({@link
 * org.quorate.cli.progress.ProgressWatcher}). What a task knows of itself is in {@link
 * org.quorate.cli.progress.TaskState}, the words for it in {@link
 * org.quorate.cli.progress.TaskText}. Time is handed in, so that tests draw without waiting; only
 * {@link org.quorate.cli.progress.ConsoleProgress} has a thread.
 */
@NullMarked
package org.quorate.cli.progress;

import org.jspecify.annotations.NullMarked;
