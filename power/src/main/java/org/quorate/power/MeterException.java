package org.quorate.power;

/**
 * A meter could not be opened or read. The message is one sentence for a user: what is wrong,
 * where, what to do.
 */
public class MeterException extends Exception {
  private static final long serialVersionUID = 1;

  public MeterException(String message) {
    super(message);
  }

  public MeterException(String message, Throwable cause) {
    super(message, cause);
  }
}
