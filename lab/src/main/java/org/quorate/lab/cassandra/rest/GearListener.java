package org.quorate.lab.cassandra.rest;

import org.quorate.core.rest.GearDecision;

/** Is told, on the thread that looks after a gear, what becomes of it. Must return soon. */
@FunctionalInterface
public interface GearListener {
  /**
   * One sentence for each decision that is new, for what came of it, and why a node is repaired.
   */
  void told(String sentence);

  /**
   * It was decided to send the gear to rest or to wake it, which begins now.
   *
   * @param load operations per second of the busiest node that stays awake, as if the gear rested;
   *     not a number while that is not known
   */
  default void decided(GearDecision decision, double load) {}

  /** All nodes of the gear are awake, and have clients again. */
  default void awake() {}

  /** The process of a node has ended, and the node rests. */
  default void rests(String node) {}

  /** The process of a node that rested is about to be started. */
  default void wakes(String node) {}
}
