/**
 * Reads from servers what endangers reads: nodes that are gone, that are back, that miss writes,
 * that join, leave or move.
 *
 * <p>A {@link org.quorate.cassandra.monitor.replica.ReplicaWatch} asks a few nodes, often where
 * something is wrong and seldom where nothing is, by a {@link
 * org.quorate.cassandra.monitor.replica.NodeViews}, and hands the answers as {@link
 * org.quorate.core.replica.Signal}s to a tracker, which decides; {@link
 * org.quorate.cassandra.monitor.replica.DriverRing} knows which ranges a node holds. What each
 * signal costs, how late it is and what it misses is in docs/danger-signals.md.
 */
@NullMarked
package org.quorate.cassandra.monitor.replica;

import org.jspecify.annotations.NullMarked;
