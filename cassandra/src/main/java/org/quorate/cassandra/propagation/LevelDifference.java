package org.quorate.cassandra.propagation;

/**
 * How much longer reads of the same keys through the same replicas took at a strong level than at a
 * weak one, in seconds; may be negative. The keys almost surely do not exist, so this is the time
 * that waiting for the other replicas takes, without rows.
 *
 * @param weak name of the weak level
 * @param strong name of the strong level
 * @param median of the pairs' differences
 * @param low their lower quartile
 * @param high their upper quartile
 * @param pairs of reads
 */
public record LevelDifference(
    String weak, String strong, double median, double low, double high, int pairs) {}
