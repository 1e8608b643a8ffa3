package org.quorate.study.file;

import org.quorate.core.workload.InvalidWorkloadException;
import org.quorate.study.StudyException;

/** A fault in a study file; the message begins with the file, the line and the key. */
public class StudyFileException extends StudyException {
  private static final long serialVersionUID = 1L;

  StudyFileException(String file, int line, String key, String problem) {
    super(
        file
            + (line > 0 ? ", line " + line : "")
            + (key.isEmpty() ? "" : ", " + key)
            + ": "
            + problem);
  }

  /** A fault in a workload file that the study uses; its message has its place already. */
  StudyFileException(InvalidWorkloadException cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
