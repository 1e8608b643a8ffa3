package org.quorate.core.replica;

/**
 * How many writes waited at a replica for their turn, at the last look and the one before. Not
 * thread-safe.
 */
final class WaitingWrites {
  /** Thirty for each thread that serves them, by default. */
  private static final long MOST = 1_000;

  private long last;
  private long lastButOne;

  void look(long writes) {
    lastButOne = last;
    last = writes;
  }

  /** Nothing that was seen says anything any more. */
  void forget() {
    lastButOne = 0;
    last = 0;
  }

  /** Whether they wait so long that reads may overtake them. */
  boolean areTooMany() {
    return Math.min(last, lastButOne) >= MOST;
  }

  String sentence() {
    return "It is overloaded: " + last + " writes wait for their turn.";
  }
}
