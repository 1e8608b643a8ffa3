package org.quorate.core.power;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Divides the energy of a time among hours, and weighs each part by its hour. Stateless. */
final class WeighedEnergy {
  static final int HOURS_OF_A_DAY = 24;

  private static final long SECONDS_OF_AN_HOUR = 3600;
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

  private WeighedEnergy() {}

  static double of(
      EnergyFactor factor, Instant from, Instant to, double joules, List<Double> wattsBySecond) {
    if (factor instanceof EnergyFactor.Constant || hour(from) == hour(to.minusNanos(1))) {
      return joules / JOULES_PER_KILOWATT_HOUR * factor.inHour(hour(from));
    }
    double weighed = 0;
    double left = joules;
    Instant second = from;
    for (double watts : wattsBySecond) {
      weighed += evenly(factor, second, second.plusSeconds(1), watts);
      left -= watts;
      second = second.plusSeconds(1);
    }
    return weighed + evenly(factor, second.isBefore(to) ? second : from, to, left);
  }

  /** Energy that is spread evenly over a time. */
  private static double evenly(EnergyFactor factor, Instant from, Instant to, double joules) {
    double weighed = 0;
    double all = seconds(from, to);
    for (Instant start = from; start.isBefore(to); ) {
      long hour = hour(start);
      Instant next = Instant.ofEpochSecond((hour + 1) * SECONDS_OF_AN_HOUR);
      Instant end = next.isBefore(to) ? next : to;
      weighed += joules * seconds(start, end) / all * factor.inHour(hour);
      start = end;
    }
    return weighed / JOULES_PER_KILOWATT_HOUR;
  }

  private static long hour(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), SECONDS_OF_AN_HOUR);
  }

  private static double seconds(Instant from, Instant to) {
    Duration time = Duration.between(from, to);
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
