package org.quorate.cassandra.control;

/**
 * What a session has published for clients in other languages. Immutable.
 *
 * @param written words on tables so far that a server has acknowledged
 * @param failed words so far that none has
 */
public record PublishedLevels(long written, long failed) {}
