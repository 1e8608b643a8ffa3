/**
 * What to do about an estimate: policies that turn an observation into a read level.
 *
 * <p>A {@link org.quorate.core.policy.ConsistencyPolicy} makes a {@link
 * org.quorate.core.policy.Decision}: a level with its reason. The same object runs in studies on
 * real servers, in simulations and in an application's driver, so that what was shown is what
 * ships. {@link org.quorate.core.policy.LevelLadder} knows which levels exist for a number of
 * replicas, and which one is safe.
 *
 * <p>Policies are pure: they hold no clock, no history and no connection. Smoothing, limits on how
 * often a level may change, and what to do when the monitor fails belong to whoever asks them.
 */
@NullMarked
package org.quorate.core.policy;

import org.jspecify.annotations.NullMarked;
