package org.quorate.power;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One number of a meter, such as an outlet's watts or a processor package's joules.
 *
 * @param name what the device calls it, such as {@code package-0} or {@code outlet 3}; unique in
 *     its meter; control characters in it are written out as in Java, so that it is one line
 * @param counted whether it is part of the meter's sum; false for what is shown apart because
 *     another channel contains it already, or it has another scope
 * @param resolution the smallest step of its values, watts or joules; 0 where it is not known
 * @param wrapsAt joules at which a counter starts again at zero; empty where it does not, and for
 *     power
 * @param stamp what its time stamps mean
 * @param averaging the time that a reading is the mean of; zero where it is an instant's
 * @param spacing how far apart its values are meant to lie where one answer brings several, such as
 *     the points of a database; zero where every reading of the meter brings one
 * @param mayBeZero whether a gauge may truly be at 0 W, as an idle one of two power supplies; the
 *     meter must then see to it that not all are
 */
public record Channel(
    String name,
    Quantity quantity,
    Scope scope,
    Origin origin,
    boolean counted,
    double resolution,
    OptionalDouble wrapsAt,
    Stamp stamp,
    Duration averaging,
    Duration spacing,
    boolean mayBeZero) {
  /** Checks the numbers. */
  public Channel {
    name = Names.printable(name);
    if (!(resolution >= 0) || averaging.isNegative() || spacing.isNegative()) {
      throw new IllegalArgumentException(
          "The channel " + name + " has a negative resolution, averaging time or spacing.");
    }
    if (wrapsAt.isPresent() && (quantity == Quantity.POWER || !(wrapsAt.getAsDouble() > 0))) {
      throw new IllegalArgumentException(
          "Only an energy counter wraps, at a positive number of joules, but " + name + " is not.");
    }
  }

  /** A measured, counted gauge of watts at an instant. */
  public static Channel watts(String name, Scope scope, double resolution) {
    return of(name, Quantity.POWER, scope, resolution);
  }

  /** A measured, counted counter of joules that does not wrap. */
  public static Channel joules(String name, Scope scope, double resolution) {
    return of(name, Quantity.ENERGY, scope, resolution);
  }

  private static Channel of(String name, Quantity quantity, Scope scope, double resolution) {
    return new Channel(
        name,
        quantity,
        scope,
        Origin.MEASURED,
        true,
        resolution,
        OptionalDouble.empty(),
        Stamp.INSTANT,
        Duration.ZERO,
        Duration.ZERO,
        false);
  }

  /** The same, shown apart from the sum. */
  public Channel apart() {
    return with(origin, false, resolution, wrapsAt, stamp, averaging, spacing, mayBeZero);
  }

  /** The same, from a model. */
  public Channel estimated() {
    return with(
        Origin.ESTIMATED, counted, resolution, wrapsAt, stamp, averaging, spacing, mayBeZero);
  }

  /** The same, in steps of so many watts or joules. */
  public Channel inStepsOf(double step) {
    return with(origin, counted, step, wrapsAt, stamp, averaging, spacing, mayBeZero);
  }

  /** The same counter, which starts again at zero. */
  public Channel wrappingAt(double joules) {
    return with(
        origin,
        counted,
        resolution,
        OptionalDouble.of(joules),
        stamp,
        averaging,
        spacing,
        mayBeZero);
  }

  /** The same, of means over a time that the stamp is the start or the end of. */
  public Channel averagedOver(Duration time, Stamp meaning) {
    return with(origin, counted, resolution, wrapsAt, meaning, time, spacing, mayBeZero);
  }

  /** The same, whose stamps are when somebody else asked the device, every so often. */
  public Channel sampledEvery(Duration distance) {
    return with(
        origin, counted, resolution, wrapsAt, Stamp.SAMPLED, averaging, distance, mayBeZero);
  }

  /** The same, with values so far apart however often the meter is read. */
  public Channel spaced(Duration distance) {
    return with(origin, counted, resolution, wrapsAt, stamp, averaging, distance, mayBeZero);
  }

  /** The same gauge, which may truly be at 0 W. */
  public Channel possiblyZero() {
    return with(origin, counted, resolution, wrapsAt, stamp, averaging, spacing, true);
  }

  private Channel with(
      Origin origin,
      boolean counted,
      double resolution,
      OptionalDouble wrapsAt,
      Stamp stamp,
      Duration averaging,
      Duration spacing,
      boolean mayBeZero) {
    return new Channel(
        name,
        quantity,
        scope,
        origin,
        counted,
        resolution,
        wrapsAt,
        stamp,
        averaging,
        spacing,
        mayBeZero);
  }
}
