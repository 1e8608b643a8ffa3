package org.quorate.study.testing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.result.TimePoint;

/** Results of runs for tests, one property at a time. */
public final class Results {
  private Results() {}

  /** A run of 100 reads and 50 updates on two nodes, not judged. */
  public static RunResult run(
      int sequence, int repetition, Map<String, String> cell, double throughput) {
    return new RunResult(
        sequence,
        repetition,
        cell,
        1,
        Instant.parse("2026-11-21T10:00:00Z"),
        0,
        2,
        null,
        throughput,
        Latencies.NONE,
        List.of(
            new OperationResult("READ", 100, 0, Map.of("ReadTimeout", 2L), p99(9), p99(8)),
            new OperationResult("UPDATE", 50, 0, Map.of(), p99(5), p99(4))),
        null,
        List.of(
            new NodeResult(
                "n1", 0.2, Map.of(Counter.REPLICA_READS, 90L, Counter.REPLICA_WRITES, 75L), true),
            new NodeResult(
                "n2", 0.1, Map.of(Counter.REPLICA_READS, 60L, Counter.REPLICA_WRITES, 75L), true)),
        List.of(),
        new MachineResult(2, 0.8, 0.1, 0.6, 0.05),
        List.of(new TimePoint(0, 75, 2, 0, 0, 9)),
        List.of(),
        List.of(),
        null,
        null,
        null);
  }

  /** The same run with what the oracle found. */
  public static RunResult judged(RunResult run, long reads, long staleReads) {
    return with(
        run,
        run.offeredPerSecond(),
        new StalenessResult(
            reads,
            staleReads,
            staleReads == 0 ? Map.of() : Map.of(1, staleReads),
            Latencies.NONE,
            0,
            0,
            0,
            0),
        run.links(),
        run.machine());
  }

  /** The same run with what a monitor and second reads found. */
  public static RunResult watched(
      RunResult run, @Nullable MonitorResult monitor, @Nullable SecondReadResult secondReads) {
    return new RunResult(
        run.sequence(),
        run.repetition(),
        run.cell(),
        run.session(),
        run.startedAt(),
        run.startNanos(),
        run.seconds(),
        run.offeredPerSecond(),
        run.achievedPerSecond(),
        run.lag(),
        run.operations(),
        run.staleness(),
        run.nodes(),
        run.links(),
        run.machine(),
        run.timeline(),
        run.events(),
        run.notes(),
        monitor,
        secondReads,
        run.energy());
  }

  public static RunResult offered(RunResult run, double perSecond) {
    return with(run, perSecond, run.staleness(), run.links(), run.machine());
  }

  public static RunResult on(RunResult run, MachineResult machine) {
    return with(run, run.offeredPerSecond(), run.staleness(), run.links(), machine);
  }

  public static RunResult linked(RunResult run, LinkResult... links) {
    return with(run, run.offeredPerSecond(), run.staleness(), List.of(links), run.machine());
  }

  /** Latencies of which only the 99th percentile matters, in milliseconds. */
  public static Latencies p99(long milliseconds) {
    long nanos = milliseconds * 1_000_000;
    return new Latencies(100, nanos, nanos, nanos, nanos, nanos, nanos, nanos);
  }

  /** The same run with other operations and nodes. */
  public static RunResult of(
      RunResult run, List<OperationResult> operations, List<NodeResult> nodes) {
    return with(
        run,
        run.offeredPerSecond(),
        run.staleness(),
        run.links(),
        run.machine(),
        operations,
        nodes);
  }

  private static RunResult with(
      RunResult run,
      @Nullable Double offered,
      @Nullable StalenessResult staleness,
      List<LinkResult> links,
      MachineResult machine) {
    return with(run, offered, staleness, links, machine, run.operations(), run.nodes());
  }

  private static RunResult with(
      RunResult run,
      @Nullable Double offered,
      @Nullable StalenessResult staleness,
      List<LinkResult> links,
      MachineResult machine,
      List<OperationResult> operations,
      List<NodeResult> nodes) {
    return new RunResult(
        run.sequence(),
        run.repetition(),
        run.cell(),
        run.session(),
        run.startedAt(),
        run.startNanos(),
        run.seconds(),
        offered,
        run.achievedPerSecond(),
        run.lag(),
        operations,
        staleness,
        nodes,
        links,
        machine,
        run.timeline(),
        run.events(),
        run.notes(),
        run.monitor(),
        run.secondReads(),
        run.energy());
  }
}
