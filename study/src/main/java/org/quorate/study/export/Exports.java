package org.quorate.study.export;

import java.io.IOException;
import java.nio.file.Path;
import org.quorate.study.summary.StudySummary;

/** Writes {@code runs.csv}, {@code cells.csv} and {@code study.json}. */
public final class Exports {
  private Exports() {}

  /** Writes all three files, each whole or not at all. */
  @SuppressWarnings("DoNotCallSuggester")
  public static void write(StudySummary summary, Path directory) throws IOException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
