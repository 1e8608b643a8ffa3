package org.quorate.lab.host;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.RunSettings;

/**
 * A load for all hosts together.
 *
 * @param table where it goes
 * @param settings of the run, at fixed levels
 * @param seed of keys and arrivals
 * @param duration how long operations are due
 * @param operations at most so many are sent; 0 for no limit
 * @param history the name that the run's history would have, beside which each host's own is; null
 *     where none is taken
 */
public record HostedLoad(
    HostTable table,
    RunSettings settings,
    long seed,
    Duration duration,
    long operations,
    @Nullable Path history) {}
