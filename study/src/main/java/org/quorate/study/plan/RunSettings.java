package org.quorate.study.plan;

import java.time.Duration;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Workload;

/**
 * Everything a backend needs to know to run one cell: the study's base settings with the cell's
 * factor levels put in.
 *
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
 */
public record RunSettings(
    ClusterSettings cluster,
    Level readLevel,
    Level writeLevel,
    Workload workload,
    LoadShape load,
    String linkDelay,
    Duration warmUp,
    Duration settle,
    Duration duration,
    long operations,
    boolean history,
    long seed) {
  /** The text of no link delay. */
  public static final String NO_DELAY = "none";

  public RunSettings withCluster(ClusterSettings changed) {
    return new RunSettings(
        changed,
        readLevel,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed);
  }

  public RunSettings withReadLevel(Level changed) {
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
        seed);
  }

  public RunSettings withWriteLevel(Level changed) {
    return new RunSettings(
        cluster,
        readLevel,
        changed,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed);
  }

  public RunSettings withWorkload(Workload changed) {
    return new RunSettings(
        cluster,
        readLevel,
        writeLevel,
        changed,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed);
  }

  public RunSettings withLoad(LoadShape changed) {
    return new RunSettings(
        cluster,
        readLevel,
        writeLevel,
        workload,
        changed,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed);
  }

  public RunSettings withLinkDelay(String changed) {
    return new RunSettings(
        cluster,
        readLevel,
        writeLevel,
        workload,
        load,
        changed,
        warmUp,
        settle,
        duration,
        operations,
        history,
        seed);
  }

  public RunSettings withDuration(Duration changed) {
    return new RunSettings(
        cluster,
        readLevel,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        changed,
        operations,
        history,
        seed);
  }

  public RunSettings withSeed(long changed) {
    return new RunSettings(
        cluster,
        readLevel,
        writeLevel,
        workload,
        load,
        linkDelay,
        warmUp,
        settle,
        duration,
        operations,
        history,
        changed);
  }
}
