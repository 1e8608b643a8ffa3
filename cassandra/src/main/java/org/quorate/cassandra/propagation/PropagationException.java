package org.quorate.cassandra.propagation;

/**
 * A round gave no propagation time, while the next one may; the message says why, in one sentence
 * for people.
 */
public final class PropagationException extends Exception {
  private static final long serialVersionUID = 1L;

  public PropagationException(String message) {
    super(message);
  }
}
