package org.quorate.study.result;

/**
 * What an estimated stale-read rate may be, as its model says.
 *
 * @param low at the least propagation time, or the lower bound of a model that knows its error; 0
 *     to 1
 * @param high at the longest propagation time, or the upper bound; 0 to 1
 */
public record EstimateBounds(double low, double high) {}
