package org.quorate.study.export;

import java.util.Map;
import java.util.TreeMap;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;

/** One line of {@code runs.csv} per run. Stateless. */
final class RunRows {
  private RunRows() {}

  static CsvTable.Row of(RunResult run) {
    CsvTable.Row row = new CsvTable.Row();
    row.put("run", run.sequence())
        .put("repetition", run.repetition())
        .put("session", run.session());
    run.cell().forEach(row::put);
    row.put("started_at", run.startedAt())
        .put("seconds", run.seconds())
        .put("offered_per_second", run.offeredPerSecond())
        .put("achieved_per_second", run.achievedPerSecond())
        .put("succeeded", run.succeeded())
        .put("failed", run.failed());
    staleness(run.staleness(), row);
    for (OperationResult operation : run.operations()) {
      String kind = operation.kind().toLowerCase(java.util.Locale.ROOT);
      row.put(kind + "_ok", operation.ok())
          .put(kind + "_parts_ok", operation.parts())
          .put(kind + "_failed", operation.failed());
      latencies(kind + "_response", operation.response(), row);
      latencies(kind + "_service", operation.service(), row);
    }
    latencies("lag", run.lag(), row);
    row.put("server_processor_seconds", run.serverProcessorSeconds())
        .put("busy_share", run.machine().busyShare())
        .put("generator_share", run.machine().generatorShare())
        .put("servers_share", run.machine().serversShare())
        .put("links_share", run.machine().linksShare());
    counters(run)
        .forEach(
            (counter, count) -> row.put(counter.name().toLowerCase(java.util.Locale.ROOT), count));
    row.put(
        "link_delay_median_ns_max",
        run.links().isEmpty()
            ? null
            : run.links().stream().mapToLong(link -> link.achieved().p50()).max().orElse(0));
    return row;
  }

  static void latencies(String name, Latencies latencies, CsvTable.Row row) {
    boolean any = latencies.count() > 0;
    row.put(name + "_mean_ns", any ? latencies.mean() : null)
        .put(name + "_p50_ns", any ? latencies.p50() : null)
        .put(name + "_p90_ns", any ? latencies.p90() : null)
        .put(name + "_p95_ns", any ? latencies.p95() : null)
        .put(name + "_p99_ns", any ? latencies.p99() : null)
        .put(name + "_p999_ns", any ? latencies.p999() : null)
        .put(name + "_max_ns", any ? latencies.max() : null);
  }

  static void staleness(
      @org.jspecify.annotations.Nullable StalenessResult staleness, CsvTable.Row row) {
    if (staleness == null) {
      return;
    }
    row.put("reads_judged", staleness.reads())
        .put("stale_reads", staleness.staleReads())
        .put("stale_rate", staleness.reads() == 0 ? null : staleness.staleRate())
        .put("read_your_writes_violations", staleness.readYourWritesViolations())
        .put("monotonic_reads_violations", staleness.monotonicReadsViolations())
        .put("unknown_versions", staleness.unknownVersions())
        .put("empty_reads", staleness.emptyReads());
    latencies("t_staleness", staleness.timeBehind(), row);
  }

  /** Counters of all nodes together; one that a node could not tell is left out. */
  private static Map<Counter, Long> counters(RunResult run) {
    Map<Counter, Long> counters = new TreeMap<>();
    for (Counter counter : Counter.values()) {
      if (!run.nodes().isEmpty()
          && run.nodes().stream().allMatch(node -> node.counters().containsKey(counter))) {
        counters.put(
            counter,
            run.nodes().stream()
                .mapToLong(node -> node.counters().getOrDefault(counter, 0L))
                .sum());
      }
    }
    return counters;
  }
}
