package org.quorate.study.export;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.CountedPart;
import org.quorate.study.result.Counter;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
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
    CountedPart part = run.counted();
    if (part != null) {
      row.put("counted_from_second", part.fromSecond())
          .put("counted_operations", part.operations());
    }
    staleness(run.staleness(), row);
    secondReads(run.secondReads(), row);
    monitor(run.monitor(), row);
    for (OperationResult operation : run.operations()) {
      String kind = lower(operation.kind());
      row.put(kind + "_ok", operation.ok())
          .put(kind + "_parts_ok", operation.parts())
          .put(kind + "_failed", operation.failed());
      latencies(kind + "_response", operation.response(), row);
      latencies(kind + "_service", operation.service(), row);
    }
    latencies("lag", run.lag(), row);
    deferral(run.deferral(), row);
    OffloadRows.of(run, row);
    row.put("server_processor_seconds", run.serverProcessorSeconds())
        .put("busy_share", run.machine().busyShare())
        .put("generator_share", run.machine().generatorShare())
        .put("servers_share", run.machine().serversShare())
        .put("links_share", run.machine().linksShare());
    counters(run).forEach((counter, count) -> row.put(lower(counter.name()), count));
    row.put(
        "link_delay_median_ns_max",
        run.links().isEmpty()
            ? null
            : run.links().stream().mapToLong(link -> link.achieved().p50()).max().orElse(0));
    cap(run.coldCap(), row);
    energy(run, row);
    measures(run, row);
    return row;
  }

  /** What figures show and is not among the columns above, in the order of the catalogue. */
  private static void measures(RunResult run, CsvTable.Row row) {
    for (Measure measure : Measure.values()) {
      Double number = measure.of(run);
      if (number != null && !row.has(measure.column())) {
        row.put(measure.column(), number);
      }
    }
  }

  static void deferral(@Nullable DeferralResult deferral, CsvTable.Row row) {
    if (deferral != null) {
      row.put("writes_accepted", deferral.accepted())
          .put("writes_acknowledged", deferral.acknowledged())
          .put("writes_lost", deferral.lost())
          .put("write_bound_seconds", deferral.boundSeconds())
          .put("writes_late", deferral.boundSeconds() == null ? null : deferral.late());
      latencies("write_accepted", deferral.acceptance(), row);
      latencies("write_acknowledged", deferral.acknowledgement(), row);
      latencies("write_visible", deferral.visibility(), row);
    }
  }

  private static void cap(@Nullable CapResult cap, CsvTable.Row row) {
    if (cap != null) {
      row.put("cold_cap_by", cap.by())
          .put("cold_cap_share", cap.asked())
          .put("cold_cap_share_read_back", cap.readBack());
    }
  }

  private static void energy(RunResult run, CsvTable.Row row) {
    EnergyResult energy = run.energy();
    if (energy != null) {
      row.put("energy_origin", energy.isEstimated() ? "estimated" : "measured")
          .put("energy_joules", energy.joules())
          .put("energy_dynamic_joules", energy.dynamicJoules())
          .put("energy_seconds", energy.seconds())
          .put("mean_watts", energy.meanWatts())
          .put("fresh_reads", run.freshReads())
          .put("fresh_operations", run.freshOperations());
    }
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

  static void latencies(
      String before, Map<String, Latencies> byKind, String after, CsvTable.Row row) {
    byKind.forEach((kind, each) -> latencies(before + lower(kind) + after, each, row));
  }

  static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  static void staleness(@Nullable StalenessResult staleness, CsvTable.Row row) {
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
    if (staleness.undecided() > 0) {
      row.put("undecided_reads", staleness.undecided());
    }
    latencies("t_staleness", staleness.timeBehind(), row);
  }

  private static void secondReads(@Nullable SecondReadResult reads, CsvTable.Row row) {
    if (reads != null) {
      row.put("second_read_level", reads.level())
          .put("second_read_pairs", reads.pairs())
          .put("second_read_differing", reads.differing())
          .put("second_read_stale_rate", reads.pairs() == 0 ? null : reads.staleRate());
    }
  }

  private static void monitor(@Nullable MonitorResult monitor, CsvTable.Row row) {
    if (monitor == null) {
      return;
    }
    row.put("counter_source", monitor.counterSource())
        .put("propagation_source", monitor.propagationSource())
        .put("decisions", monitor.decisions().size());
    monitor.meanEstimatesAtOne().forEach((model, rate) -> row.put(atOne(model), rate));
    monitor.meanEstimatesAtLevel().forEach((model, rate) -> row.put(atLevel(model), rate));
    monitor.levelShares().forEach((level, share) -> row.put(levelShare(level), share));
    monitor.addedReplicaReads().forEach((why, reads) -> row.put("replica_reads_" + why, reads));
  }

  /** The column of a model's estimate for reads at ONE. */
  static String atOne(String model) {
    return "estimated_stale_at_one_" + model.replace('-', '_');
  }

  /** The column of a model's estimate for reads at the levels in effect. */
  static String atLevel(String model) {
    return "estimated_stale_at_level_" + model.replace('-', '_');
  }

  /** The column of the share of reads at a level. */
  static String levelShare(String level) {
    return "level_share_" + lower(level);
  }

  /** Counters of all nodes together; one that a node could not tell is left out. */
  private static Map<Counter, Long> counters(RunResult run) {
    Map<Counter, Long> counters = new TreeMap<>();
    for (Counter counter : Counter.values()) {
      Long total = run.total(counter);
      if (total != null) {
        counters.put(counter, total);
      }
    }
    return counters;
  }
}
