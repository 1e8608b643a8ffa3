package org.quorate.power.metric;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;

/** What a number of a monitoring system counts: a gauge of power, or a counter of energy. */
public enum MetricUnit {
  /** Watts. */
  WATT("W", Quantity.POWER, 1),
  /** Thousandths of watts. */
  MILLIWATT("mW", Quantity.POWER, 1e-3),
  /** Millionths of watts. */
  MICROWATT("uW", Quantity.POWER, 1e-6),
  /** Joules. */
  JOULE("J", Quantity.ENERGY, 1),
  /** Millionths of joules. */
  MICROJOULE("uJ", Quantity.ENERGY, 1e-6),
  /** Thousands of joules. */
  KILOJOULE("kJ", Quantity.ENERGY, 1e3),
  /** Watt-hours. */
  WATT_HOUR("Wh", Quantity.ENERGY, 3600),
  /** Thousands of watt-hours. */
  KILOWATT_HOUR("kWh", Quantity.ENERGY, 3.6e6);

  private final String symbol;
  private final Quantity quantity;
  private final double scale;

  MetricUnit(String symbol, Quantity quantity, double scale) {
    this.symbol = symbol;
    this.quantity = quantity;
    this.scale = scale;
  }

  /**
   * The unit with a symbol.
   *
   * @throws MeterException if there is none; the message names all
   */
  public static MetricUnit of(String symbol) throws MeterException {
    for (MetricUnit unit : values()) {
      if (unit.symbol.equals(symbol)) {
        return unit;
      }
    }
    throw new MeterException("There is no unit=" + symbol + "; it is one of " + symbols() + ".");
  }

  /** All symbols, for help. */
  public static String symbols() {
    return Arrays.stream(values()).map(unit -> unit.symbol).collect(Collectors.joining(", "));
  }

  /** Whether it is of power or energy. */
  public Quantity quantity() {
    return quantity;
  }

  /**
   * Watts or joules.
   *
   * @param number in this unit
   * @return NaN where the number is negative or none, which stands for "not available"
   */
  public double value(double number) {
    return number >= 0 && number < Double.POSITIVE_INFINITY ? number * scale : Double.NaN;
  }

  /** A measured, counted channel of this quantity. */
  public Channel channel(String name, Scope scope) {
    return quantity == Quantity.POWER
        ? Channel.watts(name, scope, 0)
        : Channel.joules(name, scope, 0);
  }
}
