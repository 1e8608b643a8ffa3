package org.quorate.core.rest;

/** What a node is doing, as far as its replicas are concerned. */
public enum NodeCondition {
  /** It answers, and no other node keeps writes for it. */
  UP,
  /** It rests on purpose, or is about to. */
  RESTING,
  /** It answers, and others still keep writes for it. */
  CATCHING_UP,
  /** It is on its way into the ring, out of it, or to another place in it. */
  CHANGING,
  /** It does not answer, and nobody meant that. */
  DOWN
}
