package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.measure.Measure;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.StudySummary;

/** Studies that are run on servers of this machine, and what came of them. */
final class LocalStudies {
  private LocalStudies() {}

  /** Runs a study into the folder's {@code study}. */
  static StudySummary run(String text, Path folder) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    return run(StudyFile.load(file, StudyOverrides.NONE), folder);
  }

  /** Likewise. */
  static StudySummary run(StudyFile file, Path folder) throws Exception {
    Path results = folder.resolve("study");
    new StudyRunner(new LabBackend(), Progress.silent()).run(file, results);
    return Summaries.load(results);
  }

  /**
   * What rested in a run of 300 rows at LOCAL_QUORUM, by which nothing was lost, and energy saved.
   */
  static OffloadResult rested(RunResult run) {
    OffloadResult offload = Objects.requireNonNull(run.offload());
    ReadBackResult readBack = offload.readBack();
    assertThat(readBack.lost()).as("%s", readBack.examples()).isZero();
    assertThat(readBack.unread()).isZero();
    assertThat(readBack.rows()).isBetween(200L, 300L);
    assertThat(Objects.requireNonNull(run.staleness()).staleReads())
        .as("reads and writes at LOCAL_QUORUM overlap")
        .isZero();
    assertThat(run.failed()).as("%s", run.operations()).isZero();
    assertThat(Measure.ENERGY_IF_ASLEEP.of(run))
        .isLessThan(Objects.requireNonNull(run.energy()).joules());
    return offload;
  }
}
