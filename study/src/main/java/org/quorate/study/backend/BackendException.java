package org.quorate.study.backend;

/** A backend cannot do what a study asks; the message says what is wrong and what to do. */
public class BackendException extends Exception {
  private static final long serialVersionUID = 1L;

  public BackendException(String message) {
    super(message);
  }

  public BackendException(String message, Throwable cause) {
    super(message, cause);
  }
}
