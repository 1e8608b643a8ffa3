package org.quorate.core.replica;

/** What is known of a replica's share of the writes. */
public enum ReplicaState {
  /** It has every write that it was sent, as far as there is evidence. */
  FRESH,
  /** It is up, and something says that it has missed writes, or soon will have, or is slow. */
  SUSPECT,
  /** It is down: servers do not read from it. */
  DOWN,
  /** It is back, or new, and there is no evidence yet that it has what it missed. */
  CATCHING_UP,
  /** Nothing is known of it yet. */
  UNKNOWN
}
