package org.quorate.core.forecast;

/**
 * How long one node waited for another that it asked, in the median. Immutable.
 *
 * @param from address of the node that asked
 * @param to address of the node that was asked
 * @param roundTripSeconds from the request until the answer
 * @param atReplicaSeconds the part of it that the node which was asked took itself; NaN where that
 *     is not known
 */
public record MeasuredLink(
    String from, String to, double roundTripSeconds, double atReplicaSeconds) {}
