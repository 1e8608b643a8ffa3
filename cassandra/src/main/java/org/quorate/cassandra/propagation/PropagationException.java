package org.quorate.cassandra.propagation;

/**
 * A round gave no propagation time, while the next one may; the message says why, in one sentence
 * for people.
 */
public final class PropagationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int unanswered;

  public PropagationException(String message) {
    this(message, 0);
  }

  /**
   * @param unanswered as of {@link PropagationReading#unanswered()}
   */
  public PropagationException(String message, int unanswered) {
    super(message);
    this.unanswered = unanswered;
  }

  /** Reads that waited for all replicas in vain. */
  public int unanswered() {
    return unanswered;
  }
}
