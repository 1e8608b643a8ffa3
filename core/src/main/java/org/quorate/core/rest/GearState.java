package org.quorate.core.rest;

/** Where nodes that rest and wake together are between awake and at rest. */
public enum GearState {
  /** All of them are awake. */
  AWAKE,
  /** Some of them are on their way to rest, or rest already while others do not. */
  LEAVING,
  /** All of them rest. */
  RESTING,
  /** Some of them are on their way back. */
  WAKING
}
