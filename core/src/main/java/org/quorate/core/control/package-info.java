/**
 * The loop from what is seen of a table to the level in effect, on time that is handed in.
 *
 * <p>A {@link org.quorate.core.control.DecisionLoop} is told of a table's replicas, of its
 * propagation time and, reading by reading, of its {@link org.quorate.core.control.Traffic}; and of
 * what the process itself has seen; it asks the {@linkplain
 * org.quorate.core.policy.ConsistencyPolicy policy} and says what is in effect: a {@link
 * org.quorate.core.control.Standing}. When a decision takes effect is for {@link
 * org.quorate.core.control.DecisionKeeper} to say, and how much of the tolerance is spent for
 * {@link org.quorate.core.control.TableBudget}, by {@code org.quorate.core.control.budget}.
 * Sessions of applications and studies drive this same loop; a simulator can, since nothing here
 * has a thread, a clock or a connection.
 *
 * <p>What to decide is the policy's, in {@code org.quorate.core.policy}; how a level reaches a
 * request is the driver's side.
 */
@NullMarked
package org.quorate.core.control;

import org.jspecify.annotations.NullMarked;
