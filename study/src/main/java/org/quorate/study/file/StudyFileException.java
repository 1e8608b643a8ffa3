package org.quorate.study.file;

import org.quorate.study.StudyException;

/** A fault in a study file; the message begins with the file, the line and the key. */
public class StudyFileException extends StudyException {
  private static final long serialVersionUID = 1L;

  private final int line;

  StudyFileException(String file, int line, String key, String problem) {
    super(
        file
            + (line > 0 ? ", line " + line : "")
            + (key.isEmpty() ? "" : ", " + key)
            + ": "
            + problem);
    this.line = line;
  }

  /** Where the fault is, from 1, or 0 where it has no line. */
  public int line() {
    return line;
  }
}
