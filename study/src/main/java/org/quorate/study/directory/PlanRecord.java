package org.quorate.study.directory;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Plan;

/**
 * What {@code plan.json} holds: with {@code study.yaml} beside it, everything that decides what is
 * run and in which order.
 *
 * @param formatVersion of the whole directory
 * @param name of the study
 * @param origin where the study file was when the study began
 * @param folder from which the study file names files that are not kept here; null in directories
 *     that an earlier version made, whose studies name none
 * @param studyFileHash SHA-256 of {@code study.yaml}
 * @param workloadFiles their texts, by the names under which they are asked for
 * @param pilot its outcome, or null where there is no pilot or it has not been run yet
 */
record PlanRecord(
    int formatVersion,
    String name,
    String origin,
    @Nullable String folder,
    String studyFileHash,
    StudyOverrides overrides,
    Map<String, String> workloadFiles,
    long seed,
    List<PlannedRun> order,
    @Nullable PilotOutcome pilot) {
  /** The version that this program writes, and the only one it reads. */
  static final int FORMAT_VERSION = 1;

  /** One run at its place. */
  record PlannedRun(int sequence, int repetition, Map<String, String> cell) {}

  static PlanRecord of(StudyFile file, String origin, @Nullable PilotOutcome pilot) {
    return new PlanRecord(
        FORMAT_VERSION,
        file.study().name(),
        origin,
        file.folder().toString(),
        Hash.of(file.text()),
        file.overrides(),
        file.workloadFiles(),
        file.study().seed(),
        Plan.of(file.study()).runs().stream()
            .map(run -> new PlannedRun(run.sequence(), run.repetition(), run.cell().levels()))
            .toList(),
        pilot);
  }
}
