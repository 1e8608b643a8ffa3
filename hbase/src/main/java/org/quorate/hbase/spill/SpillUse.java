package org.quorate.hbase.spill;

/**
 * What a spill holds at one moment.
 *
 * @param writes accepted and not acknowledged
 * @param bytes that its files take
 * @param segments how many files hold writes
 */
public record SpillUse(long writes, long bytes, int segments) {}
