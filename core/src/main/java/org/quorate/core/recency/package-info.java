/**
 * What one process remembers of its own requests to a table: when it wrote each key last, how long
 * after that its reads were sent, and what pairs of reads have shown at each such age; on time that
 * is handed in.
 *
 * <p>{@link org.quorate.core.recency.RecentWrites} has the times, {@link
 * org.quorate.core.recency.ReadAges} and {@link org.quorate.core.recency.AgedPairs} the counts, in
 * the bins of {@link org.quorate.core.recency.AgeBins}, and {@link
 * org.quorate.core.recency.PairBudget} says beside which reads a pair is worth its cost, and {@link
 * org.quorate.core.recency.ClocksApart} whether clocks hide what pairs look for. {@link
 * org.quorate.core.recency.SettledPairs} counts them by the replica that answered. How often each
 * key is asked for is in {@link org.quorate.core.recency.AccessSketch}, which gives it its {@link
 * org.quorate.core.recency.KeyPlace}. What is on the path of a request takes no lock and allocates
 * nothing.
 *
 * <p>How recent is recent, and what level that means, is the policy's, in {@code
 * org.quorate.core.policy}; which requests are writes, and of which key, is the driver's side.
 */
@NullMarked
package org.quorate.core.recency;

import org.jspecify.annotations.NullMarked;
