/**
 * The tolerance as an error budget over a window: how many stale reads were spent of those that are
 * tolerated, how fast, and what that leaves for the reads to come.
 *
 * <p>What the reads of an interval have {@linkplain org.quorate.core.control.budget.Spending spent}
 * follows from the levels that they were {@linkplain org.quorate.core.control.budget.LeftStale sent
 * at}, from what a policy expects of weak reads, and from what pairs of reads prove. An {@link
 * org.quorate.core.control.budget.ErrorBudget} adds it up over the window and says a {@link
 * org.quorate.core.control.budget.BudgetStatus}; {@link
 * org.quorate.core.control.budget.WithinBudget} has a policy decide within what is left.
 *
 * <p>Nothing here has a clock, grows with time or load, or is on the path of a request.
 */
@NullMarked
package org.quorate.core.control.budget;

import org.jspecify.annotations.NullMarked;
