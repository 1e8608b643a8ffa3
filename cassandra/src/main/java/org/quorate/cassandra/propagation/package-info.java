/**
 * How long a write takes to the replicas that did not acknowledge it: the propagation time Tp.
 *
 * <p>There are four {@link org.quorate.cassandra.propagation.PropagationSource}s, none of them
 * exact, each with its own error: the paper's inputs (half a round trip between nodes and the time
 * to transmit an average write), the same with round trips as servers trace them, the server's own
 * ideal-consistency metric, and canary writes that are read back until they are visible. Each
 * reading names its source and bounds its error. {@link
 * org.quorate.cassandra.propagation.PropagationRounds} makes the sources of a session's or an
 * observer's tables and has them measure.
 *
 * <p>The sources talk to the cluster, through the driver's asynchronous requests or on threads of
 * their own for JMX, and bound what a round may cost. What they make of the answers ({@code
 * LevelPairs}, {@code NetworkTime}, {@code TraceLegs}, {@code TraceWaits}, {@code CanaryWatch},
 * {@code CanaryTimes}, {@code IdealLevelNode}, {@code WriteTotals}) knows neither and is handed its
 * clock. Nothing here estimates staleness, and only the ideal level and the canaries change
 * anything, when asked to.
 */
@NullMarked
package org.quorate.cassandra.propagation;

import org.jspecify.annotations.NullMarked;
