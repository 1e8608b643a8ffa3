package org.quorate.study;

/**
 * A study cannot be read, started or gone on with. The message is for the user: one sentence that
 * says what is wrong, where, and what to do.
 */
public class StudyException extends Exception {
  private static final long serialVersionUID = 1L;

  public StudyException(String message) {
    super(message);
  }

  public StudyException(String message, Throwable cause) {
    super(message, cause);
  }
}
