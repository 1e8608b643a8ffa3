package org.quorate.power;

/** What the readings of a channel say. */
public enum Quantity {
  /** Watts: power at an instant, or its mean over a short time; integrated over time. */
  POWER,
  /** Joules: energy since some start, never falling except when the counter wraps; differenced. */
  ENERGY
}
