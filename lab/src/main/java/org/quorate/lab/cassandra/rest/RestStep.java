package org.quorate.lab.cassandra.rest;

/**
 * What a node that is to rest, rests or wakes is about to be done to, or was done to last. Each is
 * written down before it is begun, so it may have been done, half or not at all; doing it again
 * does no harm.
 */
public enum RestStep {
  /** Clients are refused; the node goes on getting all writes. */
  LEAVING,
  /** It has no clients, is drained, and from now on misses writes. */
  DRAINING,
  /** Its process is ended. */
  STOPPING,
  /** It rests: nothing is under way. */
  RESTING,
  /** Its process is started, without clients. */
  STARTING,
  /** It is up for the others, and gets what they have kept for it. */
  CATCHING_UP,
  /** It has all it missed, and clients are admitted. */
  ADMITTING;

  /** Whether it goes to rest or rests, rather than wakes. */
  public boolean isToRest() {
    return compareTo(STARTING) < 0;
  }
}
