/**
 * The judge: which reads of a recorded history were stale, and how much.
 *
 * <p>{@link org.quorate.core.oracle.Oracle} applies the regular-register rule, exactly and without
 * search, to the operations of many keys and gives a {@link org.quorate.core.oracle.Judgement}:
 * immutable, mergeable, split by group (the run or file that an operation came from) and by level.
 * The same oracle judges real servers, simulations and files that another program wrote.
 *
 * <p>Whoever counts something else of the same reads hears of each by {@link
 * org.quorate.core.oracle.JudgedReads}.
 *
 * <p>Here are counts and distributions only. Rates with intervals, and comparisons of levels, are
 * made from them by {@code org.quorate.core.statistics}; files are opened elsewhere.
 */
@NullMarked
package org.quorate.core.oracle;

import org.jspecify.annotations.NullMarked;
