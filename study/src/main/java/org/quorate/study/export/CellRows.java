package org.quorate.study.export;

import org.jspecify.annotations.Nullable;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** One line of {@code cells.csv} per cell. Stateless. */
final class CellRows {
  private CellRows() {}

  static CsvTable.Row of(CellSummary cell) {
    CsvTable.Row row = new CsvTable.Row();
    row.put("cell", cell.label());
    cell.cell().forEach(row::put);
    row.put("runs", cell.runs());
    if (cell.countedFrom() > 0) {
      row.put("counted_from_second", cell.countedFrom());
    }
    estimate("throughput_per_second", cell.throughput(), row);
    estimate("offered_per_second", cell.offered(), row);
    estimate("stale_rate", cell.staleRate(), row);
    RunRows.staleness(cell.staleness(), row.put("failed", cell.failed()));
    row.put("stale_rate", cell.staleRate() == null ? null : cell.staleRate().mean());
    estimate("second_read_stale_rate", cell.secondReadStaleRate(), row);
    cell.estimatedStaleAtOne().forEach((model, rate) -> estimate(RunRows.atOne(model), rate, row));
    cell.estimatedStaleAtLevel()
        .forEach((model, rate) -> estimate(RunRows.atLevel(model), rate, row));
    cell.levelShares().forEach((level, share) -> row.put(RunRows.levelShare(level), share));
    RunRows.latencies("", cell.responseByKind(), "_response", row);
    RunRows.latencies("", cell.serviceByKind(), "_service", row);
    RunRows.latencies("lag", cell.lag(), row);
    CellDeferral deferral = cell.deferral();
    RunRows.deferral(deferral == null ? null : deferral.all(), row);
    OffloadRows.of(cell.phases(), row);
    OffloadRows.of(cell.offload(), row);
    estimate("replica_reads_per_read", cell.replicaReadsPerRead(), row);
    cell.addedReplicaReadsPerRead()
        .forEach((why, each) -> estimate("replica_reads_" + why + "_per_read", each, row));
    estimate("replica_writes_per_write", cell.replicaWritesPerWrite(), row);
    estimate("processor_us_per_operation", cell.processorMicrosPerOperation(), row);
    cell.counters()
        .forEach(
            (counter, count) ->
                row.put(
                    RunRows.lower(counter.name()),
                    cell.incompleteCounters().contains(counter) ? null : count));
    row.put("busy_share", cell.busyShare()).put("generator_share", cell.generatorShare());
    energy(cell.energy(), row);
    FaultRows.windows(cell.windows(), row);
    return row;
  }

  private static void energy(@Nullable CellEnergy energy, CsvTable.Row row) {
    if (energy == null) {
      return;
    }
    row.put("energy_origin", energy.estimated() ? "estimated" : "measured")
        .put("energy_relative_error", energy.relativeError());
    estimate("joules", energy.joules(), row);
    estimate("joules_per_operation", energy.joulesPerOperation(), row);
    estimate("dynamic_joules_per_operation", energy.dynamicJoulesPerOperation(), row);
    estimate("joules_per_fresh_read", energy.joulesPerFreshRead(), row);
    estimate("fresh_operations_per_joule", energy.freshOperationsPerJoule(), row);
    estimate("mean_watts", energy.meanWatts(), row);
    estimate("idle_watts", energy.idleWatts(), row);
    estimate("cost_per_million_operations", energy.costPerMillionOperations(), row);
    estimate("grams_co2e_per_million_operations", energy.gramsPerMillionOperations(), row);
  }

  /** A mean with the bounds of its 95 % interval. */
  static void estimate(String name, @Nullable Mean estimate, CsvTable.Row row) {
    if (estimate != null) {
      row.put(name, estimate.mean())
          .put(name + "_low", estimate.low())
          .put(name + "_high", estimate.high());
    }
  }
}
