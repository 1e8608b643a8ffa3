package org.quorate.core.replica;

import java.util.Set;
import java.util.UUID;

/**
 * A node that is to hold ranges of the ring that it did not hold, or leaves its own to others.
 * Servers write to whoever is to hold a range before they read from it, so it can be known before.
 * Immutable.
 *
 * @param name of the node, for people
 * @param tokens at which it takes ranges, as far as they are told
 * @param left nodes whose ranges others take: itself where it leaves or moves, or whom it replaces
 * @param place of the node, with an empty data centre where it is not told
 */
public record RingMove(String name, Deed deed, Set<Long> tokens, Set<UUID> left, NodePlace place) {
  /** What the node does. */
  public enum Deed {
    /** It joins, and is not read from yet. */
    JOINING("is joining the ring"),
    /** It has joined, so that servers read from it, and this process's driver does not know it. */
    JOINED("has joined the ring"),
    /** It leaves, or has left, and this process's driver still knows it. */
    LEAVING("is leaving the ring"),
    /** It moves to another place of the ring. */
    MOVING("moves in the ring");

    private final String words;

    Deed(String words) {
      this.words = words;
    }

    /** The rest of a sentence about the node. */
    public String words() {
      return words;
    }
  }

  public RingMove {
    tokens = Set.copyOf(tokens);
    left = Set.copyOf(left);
  }
}
