package org.quorate.power.model;

/**
 * What a host takes while it is switched off or asleep, so that it has to be woken before it serves
 * again. Nothing in Quorate puts a computer to sleep: these numbers say what would be saved by
 * whoever does.
 *
 * @param watts at the scope of the host's curve, at least 0
 * @param transitionSeconds that going off and coming back take together, at least 0
 * @param transitionJoules that these take, at least 0
 * @param source where the numbers come from; never blank
 */
public record Standby(
    double watts, double transitionSeconds, double transitionJoules, String source) {
  /**
   * @throws IllegalArgumentException if a number is negative or nobody says where they come from
   */
  public Standby {
    if (!(watts >= 0) || !(transitionSeconds >= 0) || !(transitionJoules >= 0)) {
      throw new IllegalArgumentException(
          "what a host takes that is switched off must not be negative.");
    }
    if (source.isBlank()) {
      throw new IllegalArgumentException(
          "what a host takes that is switched off needs a source, since it is never measured here.");
    }
  }

  /** So many such hosts together, or a part of one. */
  Standby times(double factor) {
    return new Standby(factor * watts, transitionSeconds, factor * transitionJoules, source);
  }
}
