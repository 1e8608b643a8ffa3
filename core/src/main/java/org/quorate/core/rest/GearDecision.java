package org.quorate.core.rest;

/** What becomes of nodes that rest and wake together. */
public sealed interface GearDecision {
  /** Why, in one sentence for people. */
  String reason();

  /** They are sent to rest, or go on with it. */
  record Rest(String reason) implements GearDecision {}

  /** They are woken, or go on with it. */
  record Wake(String reason) implements GearDecision {}

  /** They are left as they are. The reason is the same as long as what it says is. */
  record Stay(String reason) implements GearDecision {}
}
