package org.quorate.lab.link;

import org.quorate.study.result.Latencies;

/**
 * What one link carried in a stretch of time.
 *
 * @param from index of the sending node
 * @param to index of the receiving node
 * @param configured the delay and, if there is one, the cap that were set when the report was taken
 * @param bytes bytes delivered
 * @param messages pieces in which they came: one for each time that bytes were taken from a
 *     connection, so several small messages of a busy sender may count as one
 * @param achieved the one-way delay that these pieces really had, from the moment they were taken
 *     from the sender's connection until the last of their bytes was handed to the receiver's. It
 *     includes waiting for earlier bytes of the same connection, for the cap, for a cut link and
 *     for a receiver that does not read; it does not include time in the operating system before
 *     the bytes were taken
 */
public record LinkReport(
    int from, int to, String configured, long bytes, long messages, Latencies achieved) {}
