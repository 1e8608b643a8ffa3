package org.quorate.cassandra.propagation;

import org.quorate.core.staleness.Propagation;

/**
 * A propagation time with where it comes from.
 *
 * @param propagation the time and its bounds, in seconds
 * @param source name of the source, for example {@code network}
 * @param samples measurements that it rests on
 * @param takenAtNanos when, on the clock of {@link System#nanoTime()}: the newest measurement
 */
public record PropagationReading(
    Propagation propagation, String source, long samples, long takenAtNanos) {}
