package org.quorate.core.deferral;

/**
 * What one write cost in flushes of about one size.
 *
 * @param batchBytes the size: a power of two; flushes from there up to less than twice as much
 * @param flushes how many were measured and still count
 * @param secondsPerWrite mean time of a flush divided by its writes, weighted by writes
 */
public record FlushCost(long batchBytes, double flushes, double secondsPerWrite) {}
