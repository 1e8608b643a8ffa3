package org.quorate.power.model;

import org.jspecify.annotations.Nullable;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.ErrorBand;
import org.quorate.power.Scope;

/**
 * What a kind of host draws.
 *
 * @param name such as {@code server-2010}
 * @param description one line
 * @param cores processor cores of such a host; what has fewer is that {@linkplain #share share} of
 *     one
 * @param scope what the watts are of: the wall, unless the meter that the curve was measured with
 *     sees less
 * @param curve watts by utilisation
 * @param diskJoulesPerMegabyte added for every 10^6 bytes read from or written to a disk
 * @param networkJoulesPerMegabyte added for every 10^6 bytes sent or received
 * @param relativeError how far off an estimate may be, as a share of it, such as 0.4
 * @param comparisonError how far off the ratio of two estimates of one such host may be, as a share
 *     of it: less, where all hosts of a kind differ from the curve alike at all loads
 * @param dynamicError how far off the ratio of what lies above idle in two such estimates may be,
 *     as a share of it, such as 0.6; may be above 1, since the shape of the curve tells there
 * @param source where the numbers come from
 * @param standby what such a host takes while it is switched off; null where nobody says so
 */
public record HostProfile(
    String name,
    String description,
    int cores,
    Scope scope,
    PowerCurve curve,
    double diskJoulesPerMegabyte,
    double networkJoulesPerMegabyte,
    double relativeError,
    double comparisonError,
    double dynamicError,
    String source,
    @Nullable Standby standby) {
  /** A profile of a host of which nobody says what it takes while it is switched off. */
  public HostProfile(
      String name,
      String description,
      int cores,
      Scope scope,
      PowerCurve curve,
      double diskJoulesPerMegabyte,
      double networkJoulesPerMegabyte,
      double relativeError,
      double comparisonError,
      double dynamicError,
      String source) {
    this(
        name,
        description,
        cores,
        scope,
        curve,
        diskJoulesPerMegabyte,
        networkJoulesPerMegabyte,
        relativeError,
        comparisonError,
        dynamicError,
        source,
        null);
  }

  /** A profile of watts at the wall, with one error for everything that is not above idle. */
  public HostProfile(
      String name,
      String description,
      int cores,
      PowerCurve curve,
      double diskJoulesPerMegabyte,
      double networkJoulesPerMegabyte,
      double relativeError,
      String source) {
    this(
        name,
        description,
        cores,
        Scope.WALL,
        curve,
        diskJoulesPerMegabyte,
        networkJoulesPerMegabyte,
        relativeError,
        relativeError,
        cautiousDynamicError(curve, relativeError),
        source);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative or the error is not between 0 and 1
   */
  public HostProfile {
    if (cores < 1
        || !(diskJoulesPerMegabyte >= 0)
        || !(networkJoulesPerMegabyte >= 0)
        || !(relativeError > 0 && relativeError < 1)
        || !(comparisonError > 0 && comparisonError < 1)
        || !(dynamicError > 0)) {
      throw new IllegalArgumentException(
          "The profile "
              + name
              + " needs at least one core, no negative joules, errors between 0 and 1, and a"
              + " dynamic error above 0.");
    }
  }

  /**
   * What the ratio of energies above idle is taken to be off by where nobody has looked: twice the
   * error of a ratio of totals, over the share of full power that lies above idle. Of the published
   * servers that shipped profiles were made from the error is smaller.
   */
  static double cautiousDynamicError(PowerCurve curve, double comparisonError) {
    double above = curve.busyWatts() - curve.idleWatts();
    return above > 0 ? 2 * comparisonError * curve.busyWatts() / above : Double.POSITIVE_INFINITY;
  }

  /** All its errors. */
  public ErrorBand error() {
    return new ErrorBand(relativeError, comparisonError, dynamicError);
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

  /**
   * How much of such a host so many cores are. A core is taken for a core, however fast it is.
   *
   * @param cores above 0, whole or not
   */
  public double share(double cores) {
    return cores / this.cores;
  }

  /**
   * So many such hosts together, or a part of one. What a byte to a disk or a network takes is the
   * same.
   *
   * @param factor above 0
   */
  public HostProfile times(double factor) {
    return new HostProfile(
        name,
        description,
        cores,
        scope,
        new PowerCurve(
            curve.points().stream()
                .map(point -> new PowerCurve.Point(point.utilisation(), factor * point.watts()))
                .toList()),
        diskJoulesPerMegabyte,
        networkJoulesPerMegabyte,
        relativeError,
        comparisonError,
        dynamicError,
        source,
        standby == null ? null : standby.times(factor));
  }
}
