package org.quorate.study.export;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Rest;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;

/** Columns of loads that change in steps, and of servers that rest. Stateless. */
final class OffloadRows {
  private static final String REST_SECONDS = "rested_seconds";

  private OffloadRows() {}

  static void of(RunResult run, CsvTable.Row row) {
    List<PhaseResult> phases = run.phases();
    for (int index = 0; index < phases.size(); index++) {
      PhaseResult phase = phases.get(index);
      phase(index + 1, phase.arrivals(), phase.ok(), phase.failed(), phase.response(), row);
    }
    OffloadResult offload = run.offload();
    if (offload != null) {
      row.put(REST_SECONDS, offload.restedSeconds())
          .put(moves(offload.rest()), offload.moves())
          .put(moves(offload.rest()) + "_failed", offload.failedMoves())
          .put("energy_joules_if_asleep", Measure.ENERGY_IF_ASLEEP.of(run));
      readBack(offload.readBack(), row);
    }
  }

  static void of(List<CellPhase> phases, CsvTable.Row row) {
    for (CellPhase phase : phases) {
      phase(phase.number(), phase.arrivals(), phase.ok(), phase.failed(), phase.response(), row);
      CellRows.estimate("phase_" + phase.number() + "_watts", phase.watts(), row);
    }
  }

  static void of(@Nullable CellOffload offload, CsvTable.Row row) {
    if (offload == null) {
      return;
    }
    CellRows.estimate(REST_SECONDS, offload.restedSeconds(), row);
    row.put(moves(offload.rest()), offload.moves())
        .put(moves(offload.rest()) + "_failed", offload.failedMoves());
    CellRows.estimate("joules_if_asleep", offload.joulesIfAsleep(), row);
    readBack(offload.readBack(), row);
  }

  /** Of what servers hold, or of the servers themselves. */
  private static String moves(String rest) {
    return rest.equals(Rest.CONSOLIDATE.text()) ? "node_moves" : "region_moves";
  }

  private static void phase(
      int number,
      String arrivals,
      long ok,
      long failed,
      Map<String, Latencies> response,
      CsvTable.Row row) {
    String name = "phase_" + number;
    row.put(name + "_arrivals", arrivals).put(name + "_ok", ok).put(name + "_failed", failed);
    RunRows.latencies(name + "_", response, "_response", row);
  }

  private static void readBack(ReadBackResult found, CsvTable.Row row) {
    row.put("read_back_writes", found.writes())
        .put("read_back_rows", found.rows())
        .put("read_back_lost", found.lost())
        .put("read_back_unread", found.unread());
  }
}
