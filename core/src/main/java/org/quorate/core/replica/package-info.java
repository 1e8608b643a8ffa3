/**
 * Which replicas may lack writes, and which ranges of the ring that concerns.
 *
 * <p>A {@link org.quorate.core.replica.ReplicaTracker} takes in {@link
 * org.quorate.core.replica.Signal}s, which are what a client can see of nodes from outside: the
 * driver's connections, heartbeats, messages and hints; and says of each replica its {@link
 * org.quorate.core.replica.ReplicaStatus}. The rule that runs through it: what endangers reads is a
 * replica that is <em>back</em>, not one that is gone, for nobody reads from the latter; and no
 * replica is fresh without evidence. {@link org.quorate.core.replica.RangesBehind} turns replicas
 * into ranges of tokens, so that only reads are raised that such a replica may answer.
 *
 * <p>Ranges that are about to have another replica are one more danger: servers read from it before
 * clients know of it. A {@link org.quorate.core.replica.RingMove} is what gossip tells before;
 * {@link org.quorate.core.replica.ChangingRanges} says which ranges it concerns.
 *
 * <p>{@link org.quorate.core.replica.StaleReplicas} says which replicas lack writes by what pairs
 * of reads find, where servers know of nothing that is missing.
 *
 * <p>Pure: signals are values, times are handed in, names are whatever the caller calls its nodes.
 * How signals are read from servers is the driver's side; what is done about ranges is for {@code
 * org.quorate.core.control}.
 */
@NullMarked
package org.quorate.core.replica;

import org.jspecify.annotations.NullMarked;
