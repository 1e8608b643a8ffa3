package org.quorate.study.summary;

/**
 * A mean over runs with its 95 % interval.
 *
 * @param runs number of runs; with fewer than 2 the interval is not known and {@code low} and
 *     {@code high} are NaN
 */
public record Mean(double mean, double low, double high, int runs) {}
