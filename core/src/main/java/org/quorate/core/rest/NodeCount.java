package org.quorate.core.rest;

/**
 * What a node has counted, and when: nodes are asked one after another, and one that is busy
 * answers late.
 *
 * @param operations that it has executed since its start, at least 0
 * @param atNanos by a clock that never goes back, the same for all counts of a node
 */
public record NodeCount(long operations, long atNanos) {}
