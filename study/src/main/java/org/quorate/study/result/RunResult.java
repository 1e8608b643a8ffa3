package org.quorate.study.result;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
 * @param counted the part of the run that {@code achievedPerSecond} and {@code energy} are of; null
 *     where they are of the whole run, and always null as a backend gives it
 * @param deferral what became of the writes that clients deferred; null where they defer none. An
 *     operation whose write was accepted and then lost is among the {@code ok} ones of its kind,
 *     for so its caller was told, but counts as failed in all sums
 * @param phases what was due during each step of a load whose rate changes in steps, in their
 *     order; empty for all others
 * @param offload what off-loading did; null in studies of which it is no matter
 * @param faults what the study had done to servers, links and load, in the order of its beginning;
 *     empty in studies without faults
 * @param loadHosts each load host's part, in the order of the study; empty where the load was sent
 *     by the study's own process
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
    @Nullable CapResult coldCap,
    @Nullable CountedPart counted,
    @Nullable DeferralResult deferral,
    List<PhaseResult> phases,
    @Nullable OffloadResult offload,
    List<FaultResult> faults,
    List<LoadHostResult> loadHosts) {
  public RunResult {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
    operations = List.copyOf(operations);
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    timeline = List.copyOf(timeline);
    events = List.copyOf(events);
    notes = List.copyOf(notes);
    // Results of earlier versions have none.
    phases = phases == null ? List.of() : List.copyOf(phases);
    faults = faults == null ? List.of() : List.copyOf(faults);
    loadHosts = loadHosts == null ? List.of() : List.copyOf(loadHosts);
  }

  /** The same run with what its hosts drew without load. */
  public RunResult withIdle(IdleBaseline baseline) {
    EnergyResult drawn = energy;
    return drawn == null ? this : withEnergy(drawn.withIdle(baseline));
  }

  /** The same run with what its hosts drew. */
  public RunResult withEnergy(@Nullable EnergyResult changed) {
    return with(run -> run.energy = changed);
  }

  /** The same run with each load host's part in it, which its notes and events tell too. */
  public RunResult withLoadHosts(List<LoadHostResult> changed) {
    return with(
        run -> {
          run.loadHosts = changed;
          run.notes = Stream.concat(notes.stream(), LoadHostResult.notes(changed)).toList();
          run.events = Stream.concat(events.stream(), LoadHostResult.events(changed)).toList();
        });
  }

  /** The same run with what the study had done to servers, links and load. */
  public RunResult withFaults(List<FaultResult> changed) {
    return with(run -> run.faults = changed);
  }

  /**
   * The same run, whole as it is, with throughput and energy of what lies after its first seconds.
   * Response times, stale rates and processor time stay those of the whole run.
   *
   * @param second whole seconds to leave out, fewer than the run has
   * @throws IllegalArgumentException if the run has not so many
   */
  public RunResult countedFrom(int second) {
    double rest = seconds - second;
    if (second < 1 || !(rest > 0)) {
      throw new IllegalArgumentException(
          "A run of " + seconds + " s cannot be counted from second " + second + ".");
    }
    long ok = 0;
    long reads = 0;
    long staleReads = 0;
    for (TimePoint point : timeline) {
      if (point.second() >= second) {
        ok += point.ok();
        reads += point.reads();
        staleReads += point.staleReads();
      }
    }
    // When a write was lost is not known, so all of them are taken from the part that counts.
    ok = Math.max(0, ok - lost());
    boolean judged = staleness != null;
    EnergyResult drawn = energy;
    CountedPart part =
        new CountedPart(
            second, rest, ok, judged ? reads - staleReads : null, judged ? ok - staleReads : null);
    return with(
        run -> {
          run.achievedPerSecond = part.operations() / rest;
          run.energy = drawn == null ? null : drawn.from(second);
          run.counted = part;
        });
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
    return with(
        run -> {
          run.staleness = found.staleness();
          run.timeline = points;
        });
  }

  /**
   * Reads of the part that counts that succeeded and were not stale; null where no history was
   * judged.
   */
  public @Nullable Long freshReads() {
    CountedPart part = counted;
    StalenessResult judged = staleness;
    if (part != null) {
      return part.freshReads();
    }
    return judged == null ? null : judged.reads() - judged.staleReads();
  }

  /**
   * Operations of the part that counts that succeeded and kept the promise that no read is stale;
   * null where no history was judged.
   */
  public @Nullable Long freshOperations() {
    CountedPart part = counted;
    StalenessResult judged = staleness;
    if (part != null) {
      return part.freshOperations();
    }
    return judged == null ? null : succeeded() - judged.staleReads();
  }

  /** Operations that succeeded in the part that counts: what joules are divided by. */
  public long countedOperations() {
    CountedPart part = counted;
    return part == null ? succeeded() : part.operations();
  }

  /**
   * Operations that succeeded, of all kinds; a read-modify-write counts once, and a deferred write
   * when a server has acknowledged it.
   */
  public long succeeded() {
    return Math.max(0, operations.stream().mapToLong(OperationResult::ok).sum() - lost());
  }

  /**
   * Operations that did not succeed, of all kinds; a read-modify-write counts once, and a write
   * that was accepted and then lost is one of them.
   */
  public long failed() {
    return operations.stream().mapToLong(OperationResult::failed).sum() + lost();
  }

  /** Writes that were accepted and then lost. */
  private long lost() {
    DeferralResult deferred = deferral;
    return deferred == null ? 0 : deferred.lost();
  }

  /** A counter of all servers together, or null where one of them could not tell it. */
  public @Nullable Long total(Counter counter) {
    return total(counter, any -> true);
  }

  /** The same of the servers whose names are asked for; null where there are none. */
  public @Nullable Long total(Counter counter, Predicate<String> names) {
    List<NodeResult> asked = nodes.stream().filter(node -> names.test(node.node())).toList();
    return asked.isEmpty() || asked.stream().anyMatch(node -> !node.counters().containsKey(counter))
        ? null
        : asked.stream().mapToLong(node -> node.counters().getOrDefault(counter, 0L)).sum();
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

  /** The same run but for what a change makes of its draft. */
  public RunResult with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.result();
  }

  /**
   * A result to be changed; each field is the component of its name. What is not here is the same
   * for as long as the run is. Not thread-safe.
   */
  public static final class Draft {
    private final RunResult before;
    public int session;
    public double seconds;
    public @Nullable Double offeredPerSecond;
    public double achievedPerSecond;
    public List<OperationResult> operations;
    public @Nullable StalenessResult staleness;
    public List<NodeResult> nodes;
    public List<LinkResult> links;
    public MachineResult machine;
    public List<TimePoint> timeline;
    public @Nullable MonitorResult monitor;
    public @Nullable SecondReadResult secondReads;
    public @Nullable EnergyResult energy;
    public @Nullable CountedPart counted;
    public @Nullable DeferralResult deferral;
    public List<PhaseResult> phases;
    public @Nullable OffloadResult offload;
    public List<FaultResult> faults;
    public List<RunEvent> events;
    public List<String> notes;
    public List<LoadHostResult> loadHosts;

    private Draft(RunResult before) {
      this.before = before;
      session = before.session;
      seconds = before.seconds;
      offeredPerSecond = before.offeredPerSecond;
      achievedPerSecond = before.achievedPerSecond;
      operations = before.operations;
      staleness = before.staleness;
      nodes = before.nodes;
      links = before.links;
      machine = before.machine;
      timeline = before.timeline;
      monitor = before.monitor;
      secondReads = before.secondReads;
      energy = before.energy;
      counted = before.counted;
      deferral = before.deferral;
      phases = before.phases;
      offload = before.offload;
      faults = before.faults;
      events = before.events;
      notes = before.notes;
      loadHosts = before.loadHosts;
    }

    private RunResult result() {
      return new RunResult(
          before.sequence,
          before.repetition,
          before.cell,
          session,
          before.startedAt,
          before.startNanos,
          seconds,
          offeredPerSecond,
          achievedPerSecond,
          before.lag,
          operations,
          staleness,
          nodes,
          links,
          machine,
          timeline,
          events,
          notes,
          monitor,
          secondReads,
          energy,
          before.coldCap,
          counted,
          deferral,
          phases,
          offload,
          faults,
          loadHosts);
    }
  }
}
