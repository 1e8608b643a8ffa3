package org.quorate.study.file;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.study.plan.Study;

/**
 * A study as it was read: its own text, the texts of the workload files it names, what the command
 * line changed, and the study that all of these make together. Holding the texts makes it possible
 * to read the very same study again after the files have changed.
 *
 * @param path where the study file is
 * @param text the study file's own text
 * @param overrides what the command line changed
 * @param workloadFiles texts of the workload files, by the name under which the study file or the
 *     overrides ask for them
 */
public record StudyFile(
    Path path,
    String text,
    StudyOverrides overrides,
    Map<String, String> workloadFiles,
    Study study) {
  public StudyFile {
    workloadFiles = Collections.unmodifiableMap(new LinkedHashMap<>(workloadFiles));
  }

  /**
   * Reads a study and every workload file it names. A workload file is looked for beside the study
   * file, in {@code workloads/} there, in {@code workloads/} beside the study file's folder, in the
   * working directory, and in {@code workloads/} there; files of the overrides are looked for in
   * the working directory first.
   *
   * @throws StudyFileException for the first fault found, with file, line and key
   */
  @SuppressWarnings("DoNotCallSuggester")
  public static StudyFile load(Path path, StudyOverrides overrides) throws StudyFileException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
