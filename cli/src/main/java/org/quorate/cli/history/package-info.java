/**
 * The command {@code quorate check}: judges recorded histories, whoever recorded them. Reading and
 * judging are done by {@code org.quorate.study.history} and {@code org.quorate.core.oracle}; here
 * are the options and the words for what was found.
 */
@NullMarked
package org.quorate.cli.history;

import org.jspecify.annotations.NullMarked;
