package org.quorate.study.result;

/**
 * What one directed link between nodes did during a run.
 *
 * @param from name of the sending node
 * @param to name of the receiving node
 * @param configured the delay that was asked for, as text
 * @param achieved the one-way delay that messages really had inside the link, nanoseconds
 * @param bytes bytes carried
 */
public record LinkResult(
    String from, String to, String configured, Latencies achieved, long bytes) {}
