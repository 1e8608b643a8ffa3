package org.quorate.cassandra.observe;

/**
 * An estimated stale-read rate. Estimated, never measured, and always to be labelled so.
 *
 * @param model name of the {@link org.quorate.core.staleness.StalenessModel}
 * @param raw what its formula gives, at least 0; may exceed 1
 * @param low the same at the least propagation time
 * @param high the same at the longest propagation time
 */
public record RateEstimate(String model, double raw, double low, double high) {}
