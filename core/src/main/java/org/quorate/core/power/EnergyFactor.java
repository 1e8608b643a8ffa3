package org.quorate.core.power;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a kilowatt-hour stands for, such as grams of CO2 equivalent or a price: one number, or one
 * for each hour of Coordinated Universal Time (UTC), so that no clock change makes an hour twice or
 * leaves one out. Immutable.
 */
public sealed interface EnergyFactor {
  /**
   * What a kilowatt-hour that is used in an hour stands for.
   *
   * @param hour whole hours since 1970-01-01T00:00Z
   * @return NaN where that is not known
   */
  double inHour(long hour);

  /** The same number at all times. */
  record Constant(double perKilowattHour) implements EnergyFactor {
    /** Nobody has said it. */
    public static final Constant UNKNOWN = new Constant(Double.NaN);

    @Override
    public double inHour(long hour) {
      return perKilowattHour;
    }
  }

  /**
   * The same numbers each day.
   *
   * @param byHour of the hours that begin at 00:00 to 23:00 UTC
   */
  record Daily(List<Double> byHour) implements EnergyFactor {
    /**
     * @throws IllegalArgumentException if there are not 24
     */
    public Daily {
      byHour = List.copyOf(byHour);
      if (byHour.size() != WeighedEnergy.HOURS_OF_A_DAY) {
        throw new IllegalArgumentException("A day has 24 hours, not " + byHour.size() + ".");
      }
    }

    @Override
    public double inHour(long hour) {
      return byHour.get((int) Math.floorMod(hour, (long) WeighedEnergy.HOURS_OF_A_DAY));
    }
  }

  /**
   * Numbers of single hours; others are not known.
   *
   * @param byHour by whole hours since 1970-01-01T00:00Z
   */
  record Calendar(Map<Long, Double> byHour) implements EnergyFactor {
    /** Copies the numbers. */
    public Calendar {
      byHour = Map.copyOf(byHour);
    }

    @Override
    public double inHour(long hour) {
      return byHour.getOrDefault(hour, Double.NaN);
    }
  }

  /**
   * What the energy of a time stands for, each joule by the hour in which it was used.
   *
   * @param from start of the time
   * @param to its end, after the start
   * @param joules of the whole time
   * @param wattsBySecond mean power of each whole second of it, or nothing; what they do not
   *     account for is taken to be spread evenly over the rest, or over all where there is no rest
   * @return NaN where the number of an hour is not known that the time has a part in
   */
  default double of(Instant from, Instant to, double joules, List<Double> wattsBySecond) {
    return WeighedEnergy.of(this, from, to, joules, wattsBySecond);
  }
}
