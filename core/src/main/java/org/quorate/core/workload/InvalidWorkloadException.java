package org.quorate.core.workload;

/**
 * A workload's properties cannot be used. The message is one sentence for the user, with the place
 * (file, line and key) in front and what to do at its end.
 */
public final class InvalidWorkloadException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidWorkloadException(String message) {
    super(message);
  }
}
