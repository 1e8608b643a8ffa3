package org.quorate.study.summary;

import java.nio.file.Path;
import org.quorate.study.StudyException;

/** Makes summaries of studies. */
public final class Summaries {
  private Summaries() {}

  /**
   * Summarises what a study's directory holds, complete or not. Histories must have been judged
   * before; runs without a verdict have no staleness.
   *
   * @throws StudyException if the directory holds no study, or no complete run yet
   */
  @SuppressWarnings("DoNotCallSuggester")
  public static StudySummary load(Path directory) throws StudyException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
