/**
 * How many reads will be stale: models that turn what is known of a table's traffic into an
 * estimated stale-read rate at any number of replicas read.
 *
 * <p>An {@link org.quorate.core.staleness.Observation} is what a monitor has seen; a {@link
 * org.quorate.core.staleness.StalenessModel} makes an {@link org.quorate.core.staleness.Estimate}
 * of it. {@link org.quorate.core.staleness.HarmonyFormula} is the faithful baseline of the 2012
 * paper, with its symbols and its limits. It is the chance that the read <em>following a write</em>
 * is stale, not that a random read is; {@link org.quorate.core.staleness.RandomReadModel} is the
 * latter, in closed form. Both are shown beside what the {@linkplain org.quorate.core.oracle
 * oracle} counts.
 *
 * <p>Those are rates of a table. What one process can know beside them is {@link
 * org.quorate.core.staleness.Evidence}: its own reads by age, pairs, round trips. {@link
 * org.quorate.core.staleness.Visibility} makes of round trips how likely a read is stale at each
 * age of the row's newest write; {@code org.quorate.core.staleness.wars} draws them instead.
 *
 * <p>Everything here is arithmetic: no clock, no randomness, no level of any one store. What is
 * decided on an estimate is in {@code org.quorate.core.policy}.
 */
@NullMarked
package org.quorate.core.staleness;

import org.jspecify.annotations.NullMarked;
