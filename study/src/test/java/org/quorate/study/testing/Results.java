package org.quorate.study.testing;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.PowerCurve;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.IdleBaseline;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.ModelCurves;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.ReadBackResult;
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
        null,
        null,
        null,
        null,
        List.of(),
        null,
        List.of(),
        List.of());
  }

  /** The same run with what the oracle found. */
  public static RunResult judged(RunResult run, long reads, long staleReads) {
    return run.with(
        draft ->
            draft.staleness =
                new StalenessResult(
                    reads,
                    staleReads,
                    staleReads == 0 ? Map.of() : Map.of(1, staleReads),
                    Latencies.NONE,
                    0,
                    0,
                    0,
                    0));
  }

  /** What a monitor that decided nothing tells of replica reads beside those of the run's reads. */
  public static MonitorResult added(Map<String, Long> replicaReads) {
    return new MonitorResult("", "", "", Map.of(), Map.of(), Map.of(), replicaReads, List.of());
  }

  /** The same run with what a monitor and second reads found. */
  public static RunResult watched(
      RunResult run, @Nullable MonitorResult monitor, @Nullable SecondReadResult secondReads) {
    return run.with(
        draft -> {
          draft.monitor = monitor;
          draft.secondReads = secondReads;
        });
  }

  /** The same run with deferred writes, of which the last of 50 was lost and one was late. */
  public static RunResult deferred(RunResult run) {
    return run.with(
        draft ->
            draft.deferral =
                new DeferralResult(
                    50,
                    49,
                    Map.of("NotServing", 1L),
                    p99(1),
                    p99(400),
                    p99(450),
                    1.0,
                    Map.of("its region was moved", 1L),
                    List.of(
                        new DeferralResult.Miss(
                            Instant.parse("2026-11-21T10:00:01Z"), 1.25, "its region was moved"))));
  }

  /**
   * The same run with deferred writes, all of them acknowledged.
   *
   * @param writes that were accepted with a bound of one second
   * @param late of these
   * @param cause of all late ones
   * @param looks writes of which is known when others saw them
   */
  public static RunResult deferred(
      RunResult run, long writes, long late, String cause, long looks) {
    return run.with(
        draft ->
            draft.deferral =
                new DeferralResult(
                    writes,
                    writes,
                    Map.of(),
                    p99(1),
                    p99(400),
                    new Latencies(
                        looks,
                        450e6,
                        450_000_000,
                        450_000_000,
                        450_000_000,
                        450_000_000,
                        450_000_000,
                        450_000_000),
                    1.0,
                    late == 0 ? Map.of() : Map.of(cause, late),
                    List.of()));
  }

  /**
   * The same run in which a server rested.
   *
   * @param from second of the run
   * @param to likewise
   * @param lost rows of 40 that do not have their newest acknowledged write
   */
  public static RunResult rested(RunResult run, String node, double from, double to, long lost) {
    return rested(
        run,
        node,
        from,
        to,
        new ReadBackResult(
            50, 40, lost, 0, lost == 0 ? List.of() : List.of(new ReadBackResult.LostRow(7, 9, 8))));
  }

  /** The same with what was read back. */
  public static RunResult rested(
      RunResult run, String node, double from, double to, ReadBackResult readBack) {
    return run.with(
        draft ->
            draft.offload =
                new OffloadResult(
                    "stop",
                    100,
                    List.of(new OffloadResult.Choice(from, 20, 1, "Little is asked.")),
                    from < to ? List.of(new OffloadResult.Rest(node, from, to, true)) : List.of(),
                    4,
                    1,
                    // Switching off and on takes what sleeping for as long does, and so nothing
                    // more.
                    new OffloadResult.Standby(10, 100, 1000, 60, "A paper."),
                    readBack,
                    List.of(),
                    1));
  }

  /** The same run with the energy of one host that draws the same power all the time. */
  public static RunResult powered(RunResult run, double watts, double relativeError) {
    List<Double> seconds = Collections.nCopies((int) run.seconds(), watts);
    return powered(run, seconds, seconds.stream().map(each -> 0.5).toList(), relativeError);
  }

  /** The same run with the energy of one host; estimated where it has an error. */
  public static RunResult powered(
      RunResult run, List<Double> watts, List<Double> utilisation, double relativeError) {
    return powered(run, watts, utilisation, relativeError, null, 0);
  }

  /**
   * The same, and how far off what lies above idle may be and what the meter's steps make of it.
   */
  public static RunResult powered(
      RunResult run,
      List<Double> watts,
      List<Double> utilisation,
      double relativeError,
      @Nullable Double dynamicError,
      double resolutionJoules) {
    boolean estimated = relativeError > 0;
    double joules = watts.stream().mapToDouble(Double::doubleValue).sum();
    HostResult host =
        new HostResult(
            "host1",
            List.of("node1", "node2"),
            joules,
            estimated ? HostResult.ESTIMATED : HostResult.MEASURED,
            relativeError,
            relativeError,
            dynamicError,
            resolutionJoules,
            watts,
            utilisation,
            0.3,
            watts.size(),
            1,
            0,
            List.of(new HostResult.ChannelResult("m", "c", "power", "wall", true, null, joules)),
            List.of());
    return run.withEnergy(
        new EnergyResult(
            run.startedAt(),
            run.startedAt().plusSeconds(watts.size()),
            List.of(host),
            Map.of("host1", 20.0),
            0.0,
            null,
            null));
  }

  /** The same run, whose servers took as much again afterwards, and as long, until quiet. */
  public static RunResult untilQuiet(RunResult powered) {
    EnergyResult energy = Objects.requireNonNull(powered.energy());
    return powered.withEnergy(energy.withAfter(new AfterResult(energy, null)));
  }

  /**
   * The same run with the energy of one host that a straight line from 50 to 100 W estimated, and
   * that can be replayed through published servers.
   *
   * @param utilisation second by second
   * @param published by server, watts at rest, at equal steps, and at full use
   */
  public static RunResult replayable(
      RunResult run, List<Double> utilisation, Map<String, List<Double>> published) {
    PowerCurve own = PowerCurve.linear(50, 100);
    RunResult estimated =
        powered(run, utilisation.stream().map(own::watts).toList(), utilisation, 0.2, 0.5, 0);
    EnergyResult energy = Objects.requireNonNull(estimated.energy());
    return estimated.withEnergy(
        energy
            .withIdle(new IdleBaseline(Map.of("host1", 50.0), 0.0))
            .withCurves(ModelCurves.of("a-server", own, published, Map.of())));
  }

  /** The same run with another 99th percentile of its reads, in milliseconds. */
  public static RunResult answering(RunResult run, long millis) {
    Latencies times = p99(millis);
    return run.with(
        draft ->
            draft.operations =
                List.of(new OperationResult("READ", 100, 0, Map.of(), times, times)));
  }

  /** The same run over other seconds. */
  public static RunResult over(RunResult run, List<TimePoint> timeline) {
    return run.with(
        draft -> {
          draft.timeline = timeline;
          draft.seconds = timeline.size();
        });
  }

  /** The same run in another session. */
  public static RunResult ofSession(RunResult run, int session) {
    return run.with(draft -> draft.session = session);
  }

  /** The same run with another length. */
  public static RunResult lasting(RunResult run, double seconds) {
    return run.with(draft -> draft.seconds = seconds);
  }

  public static RunResult offered(RunResult run, double perSecond) {
    return run.with(draft -> draft.offeredPerSecond = perSecond);
  }

  public static RunResult on(RunResult run, MachineResult machine) {
    return run.with(draft -> draft.machine = machine);
  }

  public static RunResult linked(RunResult run, LinkResult... links) {
    return run.with(draft -> draft.links = List.of(links));
  }

  /** Latencies of which only the 99th percentile matters, in milliseconds. */
  public static Latencies p99(long milliseconds) {
    long nanos = milliseconds * 1_000_000;
    return new Latencies(100, nanos, nanos, nanos, nanos, nanos, nanos, nanos);
  }

  /** The same run with other operations and nodes. */
  public static RunResult of(
      RunResult run, List<OperationResult> operations, List<NodeResult> nodes) {
    return run.with(
        draft -> {
          draft.operations = operations;
          draft.nodes = nodes;
        });
  }
}
