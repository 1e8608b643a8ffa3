/**
 * The yardstick that policies are held against: the fewest replica reads with which the reads of a
 * recorded history could have kept a tolerance, computed from what the oracle found. Nothing here
 * runs as a policy.
 *
 * <p>All of it rests on one picture: a read that was stale at the weakest level would have been
 * fresh at a stronger one, at the cost of more replicas. {@link
 * org.quorate.core.yardstick.ReadGroup}s are reads that a policy cannot tell apart, {@link
 * org.quorate.core.yardstick.LevelEffect} is what a level costs and leaves, and {@link
 * org.quorate.core.yardstick.BestMix} finds the cheapest way to raise just enough. What a policy
 * knows decides what it can tell apart, and each such way of dividing the same reads is a bound of
 * its own; {@link org.quorate.core.yardstick.Yardstick} has three of them.
 *
 * <p>{@link org.quorate.core.yardstick.YardstickTally} counts what they need while the oracle
 * judges, in memory that does not grow with the length of a run. Pairing runs, files and intervals
 * belong elsewhere.
 */
@NullMarked
package org.quorate.core.yardstick;

import org.jspecify.annotations.NullMarked;
