package org.quorate.core.replica;

/**
 * How one replica stands. Immutable.
 *
 * @param name of its node, for people
 * @param state what is known of it
 * @param reason why, one sentence
 * @param raises whether reads that it may answer need a level that meets every write without it
 */
public record ReplicaStatus(String name, ReplicaState state, String reason, boolean raises) {}
