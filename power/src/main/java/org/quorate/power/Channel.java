package org.quorate.power;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One number of a meter, such as an outlet's watts or a processor package's joules.
 *
 * @param name what the device calls it, such as {@code package-0} or {@code outlet 3}; unique in
 *     its meter
 * @param counted whether it is part of the meter's sum; false for what is shown apart because
 *     another channel contains it already, or it has another scope
 * @param resolution the smallest step of its values, watts or joules; 0 where it is not known
 * @param wrapsAt joules at which a counter starts again at zero; empty where it does not, and for
 *     power
 * @param stamp what its time stamps mean
 * @param averaging the time that a reading is the mean of; zero where it is an instant's
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
    Duration averaging) {
  /** Checks the numbers. */
  public Channel {
    if (!(resolution >= 0) || averaging.isNegative()) {
      throw new IllegalArgumentException(
          "The channel " + name + " has a negative resolution or averaging time.");
    }
    if (wrapsAt.isPresent() && (quantity == Quantity.POWER || !(wrapsAt.getAsDouble() > 0))) {
      throw new IllegalArgumentException(
          "Only an energy counter wraps, at a positive number of joules, but " + name + " is not.");
    }
  }

  /** A measured, counted gauge of watts at an instant. */
  public static Channel watts(String name, Scope scope, double resolution) {
    return new Channel(
        name,
        Quantity.POWER,
        scope,
        Origin.MEASURED,
        true,
        resolution,
        OptionalDouble.empty(),
        Stamp.INSTANT,
        Duration.ZERO);
  }

  /** A measured, counted counter of joules that does not wrap. */
  public static Channel joules(String name, Scope scope, double resolution) {
    return new Channel(
        name,
        Quantity.ENERGY,
        scope,
        Origin.MEASURED,
        true,
        resolution,
        OptionalDouble.empty(),
        Stamp.INSTANT,
        Duration.ZERO);
  }

  /** The same, shown apart from the sum. */
  public Channel apart() {
    return new Channel(name, quantity, scope, origin, false, resolution, wrapsAt, stamp, averaging);
  }

  /** The same, from a model. */
  public Channel estimated() {
    return new Channel(
        name, quantity, scope, Origin.ESTIMATED, counted, resolution, wrapsAt, stamp, averaging);
  }

  /** The same counter, which starts again at zero. */
  public Channel wrappingAt(double joules) {
    return new Channel(
        name,
        quantity,
        scope,
        origin,
        counted,
        resolution,
        OptionalDouble.of(joules),
        stamp,
        averaging);
  }

  /** The same, of means over a time that the stamp is the start or the end of. */
  public Channel averagedOver(Duration time, Stamp meaning) {
    return new Channel(name, quantity, scope, origin, counted, resolution, wrapsAt, meaning, time);
  }
}
