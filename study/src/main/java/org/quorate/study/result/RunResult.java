package org.quorate.study.result;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything one run (one repetition of one cell) was measured to do. Written as {@code run.json}
 * in the run's own folder, beside {@code latency.hlog} and {@code history.csv.gz}.
 *
 * @param sequence place in the order of all runs, from 1
 * @param repetition from 1; runs of the same repetition form a block in which every cell occurs
 *     once
 * @param cell the cell's level of every factor, in the order of the study file
 * @param session number of the cluster session that the run belongs to, from 1; one clock each
 * @param startedAt wall-clock time, for people; no computation uses it
 * @param startNanos start on the session's monotonic clock, the one of the history
 * @param seconds length of the measured interval
 * @param offeredPerSecond operations scheduled per second, or null in a closed loop
 * @param achievedPerSecond operations that succeeded per second
 * @param lag schedule lag of all operations: from the scheduled instant to the invocation; empty in
 *     a closed loop
 * @param operations by kind of operation, only kinds that occurred
 * @param staleness what the oracle found; null where no history was taken or it is not judged yet,
 *     and always null as a backend gives it
 * @param nodes one entry per server
 * @param links one entry per directed link, empty without a relay
 * @param notes sentences that a reader of this run must know, for example that the generator fell
 *     behind
 * @param monitor what the monitor saw and the policy decided; null where no monitor ran
 * @param secondReads stale reads counted by second reads; null where there were none
 * @param energy what the servers' hosts drew; null where the study does not account for energy
 * @param coldCap the cap of the cold pool's processors that was in effect; null where there was
 *     none
 */
public record RunResult(
    int sequence,
    int repetition,
    Map<String, String> cell,
    int session,
    Instant startedAt,
    long startNanos,
    double seconds,
    @Nullable Double offeredPerSecond,
    double achievedPerSecond,
    Latencies lag,
    List<OperationResult> operations,
    @Nullable StalenessResult staleness,
    List<NodeResult> nodes,
    List<LinkResult> links,
    MachineResult machine,
    List<TimePoint> timeline,
    List<RunEvent> events,
    List<String> notes,
    @Nullable MonitorResult monitor,
    @Nullable SecondReadResult secondReads,
    @Nullable EnergyResult energy,
    @Nullable CapResult coldCap) {
  public RunResult {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
    operations = List.copyOf(operations);
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    timeline = List.copyOf(timeline);
    events = List.copyOf(events);
    notes = List.copyOf(notes);
  }

  /** The same run with what its hosts drew without load. */
  public RunResult withIdleWatts(Map<String, Double> baseline) {
    EnergyResult drawn = energy;
    return drawn == null ? this : with(staleness, timeline, drawn.withIdleWatts(baseline));
  }

  /** The same run with what its hosts drew. */
  public RunResult withEnergy(@Nullable EnergyResult changed) {
    return with(staleness, timeline, changed);
  }

  private RunResult with(
      @Nullable StalenessResult changedStaleness,
      List<TimePoint> changedTimeline,
      @Nullable EnergyResult changedEnergy) {
    return new RunResult(
        sequence,
        repetition,
        cell,
        session,
        startedAt,
        startNanos,
        seconds,
        offeredPerSecond,
        achievedPerSecond,
        lag,
        operations,
        changedStaleness,
        nodes,
        links,
        machine,
        changedTimeline,
        events,
        notes,
        monitor,
        secondReads,
        changedEnergy,
        coldCap);
  }

  /** The same run with what the oracle found. */
  public RunResult with(RunStaleness found) {
    Map<Integer, RunStaleness.Second> judged = new LinkedHashMap<>();
    found.seconds().forEach(second -> judged.put(second.second(), second));
    List<TimePoint> points =
        timeline.stream()
            .map(
                point -> {
                  RunStaleness.Second second = judged.get(point.second());
                  return second == null
                      ? point
                      : new TimePoint(
                          point.second(),
                          point.ok(),
                          point.failed(),
                          second.reads(),
                          second.staleReads(),
                          point.responseP99());
                })
            .toList();
    return with(found.staleness(), points, energy);
  }

  /** Reads that succeeded and were not stale; null where no history was judged. */
  public @Nullable Long freshReads() {
    StalenessResult judged = staleness;
    return judged == null ? null : judged.reads() - judged.staleReads();
  }

  /**
   * Operations that succeeded and kept the promise that no read is stale; null where no history was
   * judged.
   */
  public @Nullable Long freshOperations() {
    StalenessResult judged = staleness;
    return judged == null ? null : succeeded() - judged.staleReads();
  }

  /** Operations that succeeded, of all kinds; a read-modify-write counts once. */
  public long succeeded() {
    return operations.stream().mapToLong(OperationResult::ok).sum();
  }

  /** Operations that did not succeed, of all kinds; a read-modify-write counts once. */
  public long failed() {
    return operations.stream().mapToLong(OperationResult::failed).sum();
  }

  /** Processor time of all servers together, or null where it is not known of each of them. */
  public @Nullable Double serverProcessorSeconds() {
    double sum = 0;
    for (NodeResult node : nodes) {
      Double ofNode = node.processorSeconds();
      if (ofNode == null) {
        return null;
      }
      sum += ofNode;
    }
    return nodes.isEmpty() ? null : sum;
  }

  /**
   * Processor time of all servers per operation that succeeded, in microseconds; null where either
   * is not known, or nothing succeeded.
   */
  public @Nullable Double processorMicrosPerOperation() {
    Double seconds = serverProcessorSeconds();
    return seconds == null || succeeded() == 0 ? null : seconds * 1e6 / succeeded();
  }
}
