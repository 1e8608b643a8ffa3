package org.quorate.power.cap;

/**
 * Processors could not be capped, or not be freed again. The message is one sentence for a user:
 * what is wrong, where, what to do.
 */
public class CapException extends Exception {
  private static final long serialVersionUID = 1;

  public CapException(String message) {
    super(message);
  }

  public CapException(String message, Throwable cause) {
    super(message, cause);
  }
}
