package org.quorate.power.model;

/**
 * What a kind of host draws.
 *
 * @param name such as {@code server-2010}
 * @param description one line
 * @param cores processor cores of such a host; a host of a study that has fewer is that share of
 *     one, its curve is not scaled
 * @param curve watts by utilisation, at the wall
 * @param diskJoulesPerMegabyte added for every 10^6 bytes read from or written to a disk
 * @param networkJoulesPerMegabyte added for every 10^6 bytes sent or received
 * @param relativeError how far off an estimate may be, as a share of it, such as 0.25
 * @param source where the numbers come from
 */
public record HostProfile(
    String name,
    String description,
    int cores,
    PowerCurve curve,
    double diskJoulesPerMegabyte,
    double networkJoulesPerMegabyte,
    double relativeError,
    String source) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative or the error is not between 0 and 1
   */
  public HostProfile {
    if (cores < 1
        || !(diskJoulesPerMegabyte >= 0)
        || !(networkJoulesPerMegabyte >= 0)
        || !(relativeError > 0 && relativeError < 1)) {
      throw new IllegalArgumentException(
          "The profile "
              + name
              + " needs at least one core, no negative joules, and an error between 0 and 1.");
    }
  }

  /**
   * Mean watts over a time.
   *
   * @param utilisation processor time over the processor time there was, clamped to 0 to 1
   * @param diskBytesPerSecond read and written
   * @param networkBytesPerSecond sent and received
   */
  public double watts(double utilisation, double diskBytesPerSecond, double networkBytesPerSecond) {
    return curve.watts(utilisation)
        + diskJoulesPerMegabyte * diskBytesPerSecond / 1e6
        + networkJoulesPerMegabyte * networkBytesPerSecond / 1e6;
  }
}
