/**
 * The command {@code quorate estimate}: predicts stale reads, their age and replica reads at each
 * level. What is simulated is in {@code org.quorate.core.forecast}; here is where its numbers come
 * from (options, the folder of a study, a report of {@code observe}), and the words, tables and
 * files for what it says.
 */
@NullMarked
package org.quorate.cli.estimate;

import org.jspecify.annotations.NullMarked;
