package org.quorate.study.directory;

import org.quorate.study.StudyException;

/** A directory that was chosen for a study holds another study, or something else. */
public final class OccupiedDirectoryException extends StudyException {
  private static final long serialVersionUID = 1L;

  OccupiedDirectoryException(String message) {
    super(message);
  }
}
