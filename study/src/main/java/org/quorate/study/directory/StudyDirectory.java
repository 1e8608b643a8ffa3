package org.quorate.study.directory;

import java.nio.file.Path;
import org.quorate.study.StudyException;
import org.quorate.study.file.StudyFile;

/** The directory that a study leaves. */
public final class StudyDirectory {
  private final Path path;

  private StudyDirectory(Path path) {
    this.path = path;
  }

  /**
   * @throws StudyException if there is no study in the directory
   */
  public static StudyDirectory open(Path path) throws StudyException {
    return new StudyDirectory(path);
  }

  public Path path() {
    return path;
  }

  /** The study as it was when its directory was made, read from the directory's own copies. */
  @SuppressWarnings("DoNotCallSuggester")
  public StudyFile studyFile() throws StudyException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
