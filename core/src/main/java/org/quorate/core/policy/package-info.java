/**
 * What to do about an estimate: policies that turn an observation into a read level.
 *
 * <p>A {@link org.quorate.core.policy.ConsistencyPolicy} makes a {@link
 * org.quorate.core.policy.Decision}: a level with its reason. The same object runs in studies on
 * real servers, in simulations and in an application's driver, so that what was shown is what
 * ships. {@link org.quorate.core.policy.ReadLevels} knows which levels there are for a table, what
 * each means there, and which one is safe; {@link org.quorate.core.policy.Policies} knows every
 * policy by its name.
 *
 * <p>A {@link org.quorate.core.policy.TolerancePolicy} is Harmony's scheme on a model of rates; a
 * {@link org.quorate.core.policy.RecencyPolicy}, which is the library's default, raises only reads
 * of what was written lately, of keys that others write often, or of where a replica is behind, as
 * {@link org.quorate.core.policy.Raise}s beside the level of all others.
 *
 * <p>Policies are pure: they hold no clock, no history and no connection. Smoothing, limits on how
 * often a level may change, and what to do when the monitor fails are in {@code
 * org.quorate.core.control}.
 */
@NullMarked
package org.quorate.core.policy;

import org.jspecify.annotations.NullMarked;
