package org.quorate.study.result;

/**
 * One second of a run, by the instant an operation completed (stale reads: was invoked).
 *
 * @param second whole seconds since the run began
 * @param ok operations that succeeded
 * @param failed operations that did not
 * @param reads reads that were judged; 0 where no history was taken
 * @param staleReads of these the stale ones
 * @param responseP99 of the operations that succeeded, nanoseconds
 */
public record TimePoint(
    int second, long ok, long failed, long reads, long staleReads, long responseP99) {}
