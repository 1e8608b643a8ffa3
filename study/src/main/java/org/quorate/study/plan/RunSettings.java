package org.quorate.study.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadPolicy;
import org.quorate.core.workload.Workload;

/**
 * Everything a backend needs to know to run one cell: the study's base settings with the cell's
 * factor levels put in.
 *
 * @param readPolicy what decides the level of reads
 * @param workload rows and operations; how many clients there are, how fast and for how long they
 *     go is decided by {@code load}, {@code duration} and {@code operations} alone
 * @param linkDelay one-way delay between nodes as text, for example {@code 5ms} or {@code lognormal
 *     5ms 0.5}; {@code none} for no delay
 * @param warmUp how long the cell runs unmeasured before its first run in a session
 * @param settle how long each run goes on unmeasured right before its measured interval
 * @param duration length of the measured interval
 * @param operations the measured interval ends earlier when so many operations have completed; 0
 *     for no such limit (YCSB's {@code operationcount})
 * @param history whether every operation is recorded and judged
 * @param seed of the workload and the arrivals; differs between repetitions, equal between the
 *     cells of one repetition
 * @param secondRead the level of a second read that follows each read and is compared with it, or
 *     null for none
 * @param monitor how the run is watched, or null for no monitor; never null where the policy adapts
 */
public record RunSettings(
    ClusterSettings cluster,
    ReadPolicy readPolicy,
    Level writeLevel,
    Workload workload,
    LoadShape load,
    String linkDelay,
    Duration warmUp,
    Duration settle,
    Duration duration,
    long operations,
    boolean history,
    long seed,
    @Nullable Level secondRead,
    @Nullable MonitorSettings monitor) {
  /** The text of no link delay. */
  public static final String NO_DELAY = "none";

  /** The text of no second read. */
  public static final String NO_SECOND_READ = "none";

  public RunSettings withCluster(ClusterSettings changed) {
    return new RunSettings(
        changed,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withReadPolicy(ReadPolicy changed) {
    return new RunSettings(
        cluster,
        changed,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withWriteLevel(Level changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        changed,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withWorkload(Workload changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        changed,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withLoad(LoadShape changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        changed,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withLinkDelay(String changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        changed,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withDuration(Duration changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        changed,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withTimes(
      Duration changedWarmUp, Duration changedSettle, Duration changedDuration) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        changedWarmUp,
        changedSettle,
        changedDuration,
        operations,
        history,
        seed,
        secondRead,
        monitor);
  }

  public RunSettings withSeed(long changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        changed,
        secondRead,
        monitor);
  }

  public RunSettings withSecondRead(@Nullable Level changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        changed,
        monitor);
  }

  public RunSettings withMonitor(@Nullable MonitorSettings changed) {
    return new RunSettings(
        cluster,
        readPolicy,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed,
        secondRead,
        changed);
  }
}
