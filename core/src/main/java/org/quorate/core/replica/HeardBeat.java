package org.quorate.core.replica;

/**
 * What one node, the observer, had heard of another's heartbeat when it was asked. Both count about
 * one beat each second. Immutable.
 *
 * @param since the observer's own heartbeat when this one was first heard
 * @param until that of the last look at which it was still this one
 * @param atNanos when that was
 */
record HeardBeat(long generation, long version, long since, long until, long atNanos) {
  /** Of so many beats a busy node may lose one against another's. */
  private static final long BEATS_OF_DRIFT = 20;

  /** Nothing has been heard yet. */
  static HeardBeat none(long observer, long now) {
    return new HeardBeat(-1, -1, observer, observer, now);
  }

  boolean isKnown() {
    return generation >= 0;
  }

  long stoodStillFor() {
    return until - since;
  }

  /**
   * For how many beats of the observer it must have stood still since this look, though it moves
   * again: nobody looked then, as where this process stood still itself; 0 where it need not have.
   *
   * @param observer the observer's own heartbeat at the next look
   * @param patience so many may pass until a beat is heard of
   */
  long stoodStillUnseen(Signal.Heartbeat next, long observer, long patience) {
    long passed = observer - until;
    long missed = passed - (next.version() - version);
    boolean moved = isKnown() && next.generation() == generation && next.version() > version;
    return moved && missed >= patience + passed / BEATS_OF_DRIFT ? missed : 0;
  }
}
