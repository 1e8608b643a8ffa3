package org.quorate.study.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;

/** Study files for tests. */
public final class Studies {
  /** Six cells, two repetitions, the fake backend. */
  public static final String SIX_CELLS =
      """
      title: Six cells
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      links: {delay: 5ms}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      factors: {write-level: [ONE, QUORUM], read-level: [ONE, QUORUM, ALL]}
      baseline: {read-level: ONE}
      """;

  private Studies() {}

  /** Writes a study into a folder and reads it. */
  public static StudyFile load(Path folder, String text) throws IOException, StudyFileException {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, text);
    return StudyFile.load(path, StudyOverrides.NONE);
  }
}
