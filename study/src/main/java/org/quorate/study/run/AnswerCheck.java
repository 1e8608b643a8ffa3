package org.quorate.study.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.RunFolders;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;

/**
 * What a backend hands back of a run must hold what the run asked for. Every run of every backend
 * passes through here, so that one which leaves something out is told so, instead of giving a
 * report without it. Stateless.
 */
final class AnswerCheck {
  private AnswerCheck() {}

  /**
   * Checks what was handed back.
   *
   * @param folder of the run's raw files
   * @throws BackendException naming what is missing
   */
  static void check(Run run, RunResult result, Path folder) throws BackendException {
    RunSettings asked = run.settings();
    Map<String, Boolean> missing = new LinkedHashMap<>();
    missing.put(
        "a result of this very run",
        result.sequence() != run.sequence()
            || result.repetition() != run.repetition()
            || !result.cell().equals(run.cell().levels()));
    missing.put("a length above 0", !(result.seconds() > 0));
    missing.put(
        "its latencies, " + LatencyLog.FILE_NAME,
        !Files.exists(folder.resolve(LatencyLog.FILE_NAME)));
    missing.put(
        "its history, " + RunFolders.HISTORY,
        asked.history() && RunFolders.historiesIn(folder).isEmpty());
    missing.put("what its monitor saw", asked.monitor() != null && result.monitor() == null);
    missing.put(
        "what its second reads found", asked.secondRead() != null && result.secondReads() == null);
    missing.put("its energy", asked.power() != null && result.energy() == null);
    missing.put(
        "the cap of its cold nodes",
        asked.coldCap() != RunSettings.NO_CAP && result.coldCap() == null);
    missing.put(
        "what became of its deferred writes",
        !(asked.buffering() instanceof Buffering.Unbuffered) && result.deferral() == null);
    missing.put(
        "what its resting servers did", asked.offload() != null && result.offload() == null);
    missing.put(
        "what became of its faults", !asked.faults().isEmpty() && result.faults().isEmpty());
    for (Map.Entry<String, Boolean> part : missing.entrySet()) {
      if (part.getValue()) {
        throw new BackendException(
            "the backend did not hand back " + part.getKey() + ", which the study asks for.");
      }
    }
  }
}
