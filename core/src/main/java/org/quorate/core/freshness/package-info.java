/**
 * Which share of a table's writes was visible at every replica within a bound, as far as one
 * process can know it: the indicator that an operator puts under an objective.
 *
 * <p>A {@link org.quorate.core.freshness.FreshnessKeeper} is told of writes and of what part of the
 * ring had a replica that was down or behind, of measured ways between replicas, and of pairs of
 * reads; it says a {@link org.quorate.core.freshness.Freshness}. Nothing here decides a level, has
 * a clock or a thread, or grows with time.
 */
@NullMarked
package org.quorate.core.freshness;

import org.jspecify.annotations.NullMarked;
