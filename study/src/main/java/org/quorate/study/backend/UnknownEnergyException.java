package org.quorate.study.backend;

/**
 * What was measured is complete but for its energy, which cannot be known, such as after a gap in
 * what a meter said. Everything else is as it should be, so that a study may go on.
 */
public class UnknownEnergyException extends BackendException {
  private static final long serialVersionUID = 1L;

  public UnknownEnergyException(String message) {
    super(message);
  }

  public UnknownEnergyException(String message, Throwable cause) {
    super(message, cause);
  }
}
