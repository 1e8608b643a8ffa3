package org.quorate.power.snmp;

import java.util.Arrays;
import java.util.Optional;
import org.quorate.power.Quantity;

/** Units that devices tell power and energy in. */
enum MeasureUnit {
  WATT("W", Quantity.POWER, 1),
  KILOWATT("kW", Quantity.POWER, 1000),
  MILLIWATT("mW", Quantity.POWER, 1e-3),
  MICROWATT("uW", Quantity.POWER, 1e-6),
  JOULE("J", Quantity.ENERGY, 1),
  KILOJOULE("kJ", Quantity.ENERGY, 1000),
  WATT_HOUR("Wh", Quantity.ENERGY, 3600),
  KILOWATT_HOUR("kWh", Quantity.ENERGY, 3_600_000);

  private final String symbol;
  private final Quantity quantity;
  private final double inWattsOrJoules;

  MeasureUnit(String symbol, Quantity quantity, double inWattsOrJoules) {
    this.symbol = symbol;
    this.quantity = quantity;
    this.inWattsOrJoules = inWattsOrJoules;
  }

  static Optional<MeasureUnit> of(String symbol) {
    return Arrays.stream(values()).filter(unit -> unit.symbol.equals(symbol)).findFirst();
  }

  static String symbols() {
    return String.join(", ", Arrays.stream(values()).map(unit -> unit.symbol).toList());
  }

  Quantity quantity() {
    return quantity;
  }

  /** How many watts or joules one is. */
  double inWattsOrJoules() {
    return inWattsOrJoules;
  }
}
