package org.quorate.study.run;

import java.nio.file.Path;
import org.quorate.study.StudyException;
import org.quorate.study.progress.Progress;

/**
 * Judges the histories of a study, from its files alone: all histories of a session together, so
 * that the load, warm-ups and earlier runs are context for the reads of each run. Verdicts are
 * written beside the runs; the runs' own results are never changed.
 */
public final class Judge {
  private Judge() {}

  /** Judges every run of the study that has a history and no verdict yet. */
  @SuppressWarnings("DoNotCallSuggester")
  public static void judge(Path directory, Progress progress) throws StudyException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
