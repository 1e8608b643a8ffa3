package org.quorate.study.result;

import org.jspecify.annotations.Nullable;

/**
 * The part of a run that its throughput and its energy are counted over, where that is not the
 * whole run.
 *
 * @param fromSecond whole seconds since the run began that are left out as warm-up, at least 1
 * @param seconds length of the rest
 * @param operations that succeeded in it
 * @param freshReads reads in it that succeeded and were not stale; null where no history was judged
 * @param freshOperations operations in it that succeeded, stale reads left out; null likewise
 */
public record CountedPart(
    int fromSecond,
    double seconds,
    long operations,
    @Nullable Long freshReads,
    @Nullable Long freshOperations) {}
