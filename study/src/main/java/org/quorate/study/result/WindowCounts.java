package org.quorate.study.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.quorate.core.level.Level;

/**
 * What was sent during a window of a run, by the instant of invocation. Exact counts over the
 * history; windows add up.
 *
 * @param reads reads that succeeded, all of them judged
 * @param staleReads of these the stale ones
 * @param failedReads reads without a result
 * @param writes that succeeded
 * @param failedWrites writes that did not, or of which nobody knows
 * @param sentReads reads by the level that they were sent at, whatever became of them
 * @param replicaReads replicas that these asked, as their levels count replicas; what servers read
 *     beyond that, to repair or because a policy compares two reads, is not in a history; the
 *     latter is in {@link MonitorResult#addedReplicaReads} of the whole run
 */
public record WindowCounts(
    long reads,
    long staleReads,
    long failedReads,
    long writes,
    long failedWrites,
    Map<Level, Long> sentReads,
    long replicaReads) {
  /** Nothing sent. */
  public static final WindowCounts NONE = new WindowCounts(0, 0, 0, 0, 0, Map.of(), 0);

  public WindowCounts {
    Map<Level, Long> copy = new EnumMap<>(Level.class);
    copy.putAll(sentReads);
    sentReads = Collections.unmodifiableMap(copy);
  }

  /** Both windows together. */
  public WindowCounts plus(WindowCounts other) {
    Map<Level, Long> sent = new EnumMap<>(Level.class);
    sent.putAll(sentReads);
    other.sentReads.forEach((level, count) -> sent.merge(level, count, Long::sum));
    return new WindowCounts(
        reads + other.reads,
        staleReads + other.staleReads,
        failedReads + other.failedReads,
        writes + other.writes,
        failedWrites + other.failedWrites,
        sent,
        replicaReads + other.replicaReads);
  }

  /** Stale reads over reads; NaN where none succeeded. */
  public double staleRate() {
    return (double) staleReads / reads;
  }

  /** Reads sent, whatever became of them. */
  public long allReads() {
    return reads + failedReads;
  }

  /** Replicas asked for each read sent; NaN where none was. */
  public double replicaReadsPerRead() {
    return (double) replicaReads / allReads();
  }

  /** Operations without a result. */
  public long failed() {
    return failedReads + failedWrites;
  }
}
