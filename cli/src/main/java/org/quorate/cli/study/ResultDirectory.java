package org.quorate.cli.study;

import java.nio.file.Path;
import org.quorate.cli.console.CommandFailure;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.file.StudyFile;

/** The directory that a study left, as a command line names it. */
final class ResultDirectory {
  private ResultDirectory() {}

  /**
   * The study that the directory holds.
   *
   * @throws CommandFailure if it holds none
   */
  static StudyFile study(Path directory) throws CommandFailure {
    try {
      return StudyDirectory.open(directory).studyFile();
    } catch (StudyException noStudy) {
      throw CommandFailure.wrongInput(noStudy);
    }
  }
}
