package org.quorate.cassandra.propagation;

/**
 * How long a coordinator waits for one replica, as traces of its reads tell: medians, in seconds.
 *
 * @param coordinator address and port at which it listens for other nodes
 * @param replica likewise
 * @param roundTrip from the request until the answer
 * @param links the part of it on the network, both ways; NaN where no trace had it
 * @param atReplica the part of it in the replica's queues and at its work; NaN likewise
 * @param traces that tell of it, at least 1
 */
public record ReplicaLink(
    String coordinator,
    String replica,
    double roundTrip,
    double links,
    double atReplica,
    int traces) {}
