package org.quorate.study.summary;

import org.jspecify.annotations.Nullable;
import org.quorate.study.result.WindowCounts;

/**
 * What became of the operations that were sent between two faults, all runs of one cell together. A
 * fault begins a phase in the second in which it was begun; what was asked for at the same instant
 * begins one phase together.
 *
 * @param number from 1; the first is before any fault
 * @param name the faults that began it, such as {@code node3 killed}, or {@code before}
 * @param from seconds since a run began, mean over runs
 * @param to its end, likewise
 * @param counts all runs added up
 * @param staleRate mean over runs with its interval; null where no read succeeded
 * @param replicaReadsPerRead replicas that a read asked, as the levels that were sent count them,
 *     without what its policy read beside it, of which no instant is known
 * @param succeededPerSecond operations
 * @param readP99 of service times, in ms; mean over runs; null where no read succeeded
 * @param writeP99 likewise
 */
public record FaultPhase(
    int number,
    String name,
    double from,
    double to,
    WindowCounts counts,
    @Nullable Mean staleRate,
    Mean replicaReadsPerRead,
    Mean succeededPerSecond,
    @Nullable Mean readP99,
    @Nullable Mean writeP99) {}
