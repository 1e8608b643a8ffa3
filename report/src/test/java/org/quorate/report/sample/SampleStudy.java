package org.quorate.report.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.Design;
import org.quorate.study.plan.Figure;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.StalePredictions;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.SteadyState;

/**
 * Makes up studies that look like real ones, from a seed: runs with all their records. The numbers
 * are plausible and consistent with each other, no more.
 */
public final class SampleStudy {
  final Random random;
  final Map<String, List<String>> factors = new LinkedHashMap<>();
  int repetitions = 5;
  int seconds = 10;
  int nodes = 3;
  boolean history = true;
  boolean complete = true;
  boolean neverStale;
  boolean watched = true;
  @Nullable Double offered;
  int dyingRun;
  final List<Figure> figures = new ArrayList<>();
  String labelSuffix = "";
  String configuredDelay = "5ms";
  Predicate<Map<String, String>> wanted = cell -> true;
  @Nullable SampleEnergy energy;
  @Nullable CapResult coldCap;
  @Nullable CellDeferral deferral;
  List<CellPhase> phases = List.of();
  @Nullable CellOffload offload;
  final Map<Map<String, String>, CellWindows> windows = new LinkedHashMap<>();
  final List<StaticGain> staticGains = new ArrayList<>();
  BestDistances distances = BestDistances.NONE;
  StalePredictions predictions = StalePredictions.NONE;
  Design design = Design.DEFAULT;
  SteadyState steadyState = new SteadyState(0, 30, 0, List.of());
  final List<ClaimVerdict> claimVerdicts = new ArrayList<>();

  /** Cells beside the combinations of the factors, each with the length of its runs in seconds. */
  final Map<Map<String, String>, Integer> others = new LinkedHashMap<>();

  SampleStudy(long seed) {
    random = new Random(seed);
  }

  /** Read and write levels on the ordinary cluster. */
  static SampleStudy levels(long seed) {
    return new SampleStudy(seed)
        .factor("read-level", "ONE", "QUORUM", "ALL")
        .factor("write-level", "ONE", "QUORUM");
  }

  SampleStudy factor(String name, String... levels) {
    factors.put(name, List.of(levels));
    return this;
  }

  List<Map<String, String>> cells() {
    List<Map<String, String>> cells = new ArrayList<>();
    cells.add(new LinkedHashMap<>());
    for (Map.Entry<String, List<String>> factor : factors.entrySet()) {
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> cell : cells) {
        for (String level : factor.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(cell);
          next.put(factor.getKey(), level);
          more.add(next);
        }
      }
      cells = more;
    }
    cells.removeIf(wanted.negate());
    cells.addAll(others.keySet());
    return cells;
  }

  static int replicas(Map<String, String> cell, String factor) {
    return switch (cell.getOrDefault(
        factor, factor.equals("read-level") ? cell.getOrDefault("policy", "ONE") : "ONE")) {
      case "ALL" -> 3;
      case "harmony 20%", "harmony 40%", "harmony 60%" ->
          cell.getOrDefault("threads", "40").equals("1") ? 1 : 3;
      case "QUORUM", "TWO", "LOCAL_QUORUM" -> 2;
      default -> 1;
    };
  }

  /** Runs every cell in interleaved order. */
  List<RunResult> runs() {
    List<RunResult> runs = new ArrayList<>();
    long nanos = 0;
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      List<Map<String, String>> block = new ArrayList<>(cells());
      Collections.shuffle(block, random);
      for (Map<String, String> cell : block) {
        if (!complete && repetition == repetitions && runs.size() % 3 == 0) {
          continue;
        }
        RunResult run = run(runs.size() + 1, repetition, cell, nanos);
        runs.add(
            energy == null
                ? run
                : run.withEnergy(energy.of(run, nodes, replicas(cell, "read-level"))));
        nanos += (long) ((seconds + 4) * 1e9);
      }
    }
    return runs;
  }

  private RunResult run(int sequence, int repetition, Map<String, String> cell, long startNanos) {
    int reads = replicas(cell, "read-level");
    int writes = replicas(cell, "write-level");
    boolean ramp = cell.containsKey("arrivals");
    int seconds = others.getOrDefault(cell, this.seconds);
    double load = Double.parseDouble(cell.getOrDefault("threads", "40"));
    double capacity = 3400 / (0.55 + 0.3 * reads + 0.12 * writes) * load / (load + 8);
    double drift = 1 - 0.004 * sequence / Math.max(1, cells().size() * repetitions / 30.0);
    double rate = capacity * drift * (1 + 0.025 * random.nextGaussian());
    if (offered != null) {
      rate = Math.min(rate, offered);
    }
    double stale =
        neverStale || reads + writes > 3
            ? 0
            : reads == 1 && writes == 1 ? 0.056 : reads == 1 ? 0.0021 : 0.0006;
    stale *= cell.containsKey("threads") && cell.containsKey("policy") ? load / 90 : 1;
    stale *= 1 + 0.12 * random.nextGaussian();
    boolean dies = sequence == dyingRun;

    List<TimePoint> timeline = new ArrayList<>();
    long ok = 0;
    long judged = 0;
    long staleReads = 0;
    long failures = 0;
    for (int second = 0; second < seconds; second++) {
      boolean outage = dies && second >= 4 && second < 7;
      double steady = ramp ? 10 * Math.pow(200, (double) second / seconds) : rate;
      double staleNowRate = ramp ? SampleMonitor.rampStaleRate(second, seconds) : stale;
      long done = Math.round(steady * (outage ? 0.3 : 1) * (1 + 0.05 * random.nextGaussian()));
      long failed = outage ? 40 + random.nextInt(40) : 0;
      long readsNow = history ? done / 2 : 0;
      long staleNow = 0;
      for (long i = 0; i < readsNow; i++) {
        staleNow += random.nextDouble() < staleNowRate ? 1 : 0;
      }
      timeline.add(new TimePoint(second, done, failed, readsNow, staleNow, (long) (9e6 * reads)));
      ok += done;
      judged += readsNow;
      staleReads += staleNow;
      failures += failed;
    }
    double median = 4.2e6 + 5.3e6 * (reads > 1 ? 1 : 0) + 1.7e6 * (reads - 1) + 40e3 * load;
    double writeMedian = 3.9e6 + 8.1e6 * (writes > 1 ? 1 : 0) + 30e3 * load;
    Map<String, Long> errors =
        failures == 0 ? Map.of() : Map.of("WriteTimeout", failures / 3, "NodeDown", failures / 6);
    List<OperationResult> operations =
        List.of(
            new OperationResult(
                "READ",
                ok / 2,
                0,
                errors,
                spread(ok / 2, median),
                spread(ok / 2, median * (offered == null ? 1 : 0.8))),
            new OperationResult(
                "UPDATE",
                ok - ok / 2,
                0,
                errors,
                spread(ok / 2, writeMedian),
                spread(ok / 2, writeMedian * (offered == null ? 1 : 0.8))));
    MonitorResult monitor =
        watched && cell.containsKey("policy") ? SampleMonitor.watch(cell, timeline, seconds) : null;
    return new RunResult(
        sequence,
        repetition,
        cell,
        1,
        Instant.parse("2026-11-21T14:03:00Z").plusSeconds(startNanos / 1_000_000_000L),
        startNanos,
        seconds,
        offered,
        (double) ok / seconds,
        offered == null ? Latencies.NONE : spread(ok, 0.4e6),
        operations,
        history ? staleness(judged, staleReads) : null,
        nodeResults(ok, reads, dies),
        links(),
        new MachineResult(
            2,
            0.78 + 0.1 * random.nextDouble(),
            0.11 + 0.04 * random.nextDouble(),
            dies ? null : 0.6,
            0.04),
        timeline,
        dies
            ? List.of(
                new RunEvent(4.2, "node2 died: OutOfMemoryError: Java heap space."),
                new RunEvent(7.1, "node2 was started again and took part from here on."))
            : List.of(),
        dies ? List.of("One of the nodes was down for part of this run.") : List.of(),
        monitor,
        monitor == null || ramp
            ? null
            : new SecondReadResult("ALL", judged / 20, Math.round(staleReads / 16.0)),
        null,
        coldCap,
        null,
        null,
        List.of(),
        null,
        List.of(),
        List.of());
  }

  private Latencies spread(long count, double median) {
    double noise = 1 + 0.03 * random.nextGaussian();
    long m = (long) (median * noise);
    return new Latencies(
        count,
        m * 1.25,
        m,
        (long) (m * 2.1),
        (long) (m * 2.9),
        (long) (m * 5.4),
        (long) (m * 11.2),
        m * (16 + random.nextInt(8)));
  }

  static StalenessResult staleness(long reads, long stale) {
    Map<Integer, Long> behind = new TreeMap<>();
    long left = stale;
    for (int k = 1; left > 0 && k < 14; k++) {
      long some = Math.max(1, Math.round(left * 0.66));
      behind.put(k, some);
      left -= some;
    }
    Latencies time =
        stale == 0
            ? Latencies.NONE
            : new Latencies(
                stale, 3.4e6, 2_100_000, 7_400_000, 9_800_000, 17_300_000, 41_000_000, 88_000_000);
    return new StalenessResult(reads, stale, behind, time, stale / 9, stale / 5, 0, 3);
  }

  private List<NodeResult> nodeResults(long ok, int reads, boolean dies) {
    List<NodeResult> results = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      Map<Counter, Long> counters = new EnumMap<>(Counter.class);
      counters.put(Counter.REPLICA_READS, ok / 2 * reads / nodes);
      counters.put(Counter.REPLICA_WRITES, ok / 2 * 3 / nodes);
      counters.put(Counter.COORDINATED, node * ok);
      counters.put(Counter.DIGEST_MISMATCHES, reads > 1 ? ok / 90 : 0);
      counters.put(Counter.READ_REPAIRS, reads > 1 ? ok / 110 : 0);
      counters.put(Counter.HINTS, dies ? 412L : 0L);
      counters.put(Counter.TIMEOUTS, dies ? 57L : 0L);
      counters.put(Counter.DROPPED_MESSAGES, 0L);
      results.add(
          new NodeResult(
              "node" + node,
              dies && node == 2 ? null : Double.valueOf(ok * (290e-6 + 60e-6 * reads) / nodes),
              dies && node == 2 ? Map.of() : counters,
              !(dies && node == 2)));
    }
    return results;
  }

  private List<LinkResult> links() {
    List<LinkResult> links = new ArrayList<>();
    for (int from = 1; from <= nodes; from++) {
      for (int to = 1; to <= nodes; to++) {
        if (from != to) {
          long p50 = (long) (5.08e6 + 60e3 * random.nextDouble());
          links.add(
              new LinkResult(
                  "node" + from,
                  "node" + to,
                  configuredDelay,
                  new Latencies(
                      40_000 + random.nextInt(4000),
                      p50 * 1.02,
                      p50,
                      p50 + 240_000,
                      p50 + 520_000,
                      p50 + 1_400_000,
                      p50 + 4_100_000,
                      p50 + 19_000_000),
                  31_000_000 + random.nextInt(2_000_000)));
        }
      }
    }
    return links;
  }
}
