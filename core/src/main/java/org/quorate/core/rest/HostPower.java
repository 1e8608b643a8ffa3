package org.quorate.core.rest;

/**
 * What a host draws that is on, and that is switched off. Whoever gives it says where it comes
 * from.
 *
 * @param idleWatts on and idle, above 0
 * @param busyWatts in full use, at least as much
 * @param offWatts switched off, at least 0
 * @param transitionSeconds that going off and booting take together, at least 0
 * @param transitionJoules that these take, at least 0
 */
public record HostPower(
    double idleWatts,
    double busyWatts,
    double offWatts,
    double transitionSeconds,
    double transitionJoules) {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public HostPower {
    if (!(idleWatts > 0 && busyWatts >= idleWatts)
        || !(offWatts >= 0 && transitionSeconds >= 0 && transitionJoules >= 0)) {
      throw new IllegalArgumentException(
          "A host must draw more than 0 W when idle, no less when busy, and nothing negative.");
    }
  }
}
